import { useEffect } from 'react';

/** A place near by is looked for within these alone. */
const PARTS = 'main, [role=dialog]';
/** A combobox is none: it opens its list as it gets the focus. */
const STOPS = 'a[href], button, input:not([aria-haspopup=listbox]), select, textarea, [tabindex]';
/** Dialogs, menus and steps give the focus back themselves, within this time. */
const OWN_WAY_MS = 60;

interface Place {
  readonly parent: Node;
  readonly before: Node | null;
}

const isStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled, [inert] *') && element.checkVisibility();

const stopsIn = (node: Node | null): readonly HTMLElement[] =>
  node instanceof HTMLElement
    ? [node, ...node.querySelectorAll<HTMLElement>('*')].filter((one) => one.matches(STOPS) && isStop(one))
    : [];

/** The next stop of Tab behind a place, else the one before it, in the same dialog or the same screen. */
function nearestStop({ parent, before }: Place): HTMLElement | undefined {
  for (let node = before ? before.nextSibling : parent.firstChild; node; node = node.nextSibling) {
    const [next] = stopsIn(node);
    if (next) return next;
  }
  for (let node = before; node; node = node.previousSibling) {
    const last = stopsIn(node).at(-1);
    if (last) return last;
  }
  const further = parent instanceof Element && !parent.matches(PARTS) && parent.parentElement;
  return further ? nearestStop({ parent: further, before: parent }) : undefined;
}

const removalOf = (records: readonly MutationRecord[], element: Node): MutationRecord | undefined =>
  records.findLast(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)));

function watch(): () => void {
  let last: HTMLElement | null = null;
  const taken = ({ target }: FocusEvent): void => {
    last = target instanceof HTMLElement ? target : null;
  };
  const pointed = (): void => {
    last = null;
  };
  const later = (find: () => HTMLElement | undefined): void => {
    setTimeout(() => {
      if (document.activeElement === document.body) find()?.focus({ preventScroll: true });
    }, OWN_WAY_MS);
  };
  const changes = new MutationObserver((records) => {
    const had = last;
    if (!had || document.activeElement !== document.body) return;
    const removal = removalOf(records, had);
    if (removal) {
      const place = { parent: removal.target, before: removal.previousSibling };
      if (removal.target.parentElement?.closest(PARTS)) later(() => (had.isConnected ? had : nearestStop(place)));
    } else if (records.some(({ type, target }) => type === 'attributes' && target === had)) {
      later(() => (isStop(had) ? had : undefined));
    }
  });
  changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', taken);
  document.addEventListener('pointerdown', pointed, true);
  return () => {
    changes.disconnect();
    document.removeEventListener('focusin', taken);
    document.removeEventListener('pointerdown', pointed, true);
  };
}

/**
 * Who goes by keyboard stays where they are when what had the focus is taken away, moved or switched off for a moment: the
 * browser would leave them nowhere.
 */
export const useKeptFocus = (): void => useEffect(watch, []);
