import { Combobox, type ComboboxStore, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  Suspense,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** A text that is being typed, and what becomes of it when an offer is taken. */
export interface OfferedTo {
  readonly text: string;
  /** Null until the text has had one. */
  readonly caret: number | null;
  readonly store: ComboboxStore;
  /** `goesOn` where more is to be typed behind what was taken. */
  readonly onTake: (next: { readonly text: string; readonly caret: number }, goesOn: boolean) => void;
}

export interface OfferedTextProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  readonly value: string;
  readonly onText: (text: string) => void;
  /** A `Combobox.Dropdown` of what may be meant; its code may come late. */
  readonly offers: (to: OfferedTo) => ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * A text with offers below it while one types. Arrows choose, Enter and Tab take what is chosen; Enter without a choice is left to
 * the form.
 */
export function OfferedText({ value, onText, offers, ref, ...rest }: OfferedTextProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = useMergedRef(own, ref);
  const [caret, setCaret] = useState<number | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const behindTaken = useRef<number | null>(null);
  const store = useCombobox({
    onDropdownOpen: () => setWasOpen(true),
    onDropdownClose: () => store.resetSelectedOption(),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret goes behind what was taken once the text is there
  useLayoutEffect(() => {
    if (behindTaken.current !== null) own.current?.setSelectionRange(behindTaken.current, behindTaken.current);
    behindTaken.current = null;
  }, [value]);
  const stand = ({ currentTarget }: SyntheticEvent<HTMLInputElement>): void => setCaret(currentTarget.selectionStart);
  const choose = (event: KeyboardEvent): void => {
    const isChosen = store.dropdownOpened && store.getSelectedOptionIndex() !== -1;
    if (event.key === 'Enter' && !isChosen) store.closeDropdown();
    if (event.key !== 'Tab' || !isChosen) return;
    event.preventDefault();
    store.clickSelectedOption();
  };
  const take: OfferedTo['onTake'] = (next, goesOn) => {
    behindTaken.current = next.caret;
    setCaret(next.caret);
    onText(next.text);
    if (!goesOn) store.closeDropdown();
  };
  return (
    <Combobox store={store} position="bottom-start" middlewares={{ flip: false }}>
      <Combobox.Target autoComplete="off">
        <TextInput
          {...rest}
          ref={input}
          aria-autocomplete="list"
          spellCheck={false}
          value={value}
          onChange={(event) => {
            stand(event);
            onText(event.currentTarget.value);
            store.openDropdown();
          }}
          onSelect={stand}
          onClick={() => store.openDropdown()}
          onBlur={() => store.closeDropdown()}
          onKeyDown={choose}
        />
      </Combobox.Target>
      {wasOpen && <Suspense fallback={null}>{offers({ text: value, caret, store, onTake: take })}</Suspense>}
    </Combobox>
  );
}
