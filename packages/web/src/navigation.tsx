import { Link, useMatches, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import { defaultScreen, pathOf, type Screen, type ScreenName, screenNamed } from './routes.ts';
import type { SessionStore } from './session/index.ts';

type Words = Readonly<Record<string, string>>;

const words = (value: unknown): Words =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

const targetKey = 'ds.target';

/** Keeps the parameters of a guarded route in this tab: the address of the sign-in page carries the name only (RTE-12, 16). */
export function rememberTarget(name: string, params: unknown, search: unknown): void {
  sessionStorage.setItem(targetKey, JSON.stringify({ name, params: words(params), search: words(search) }));
}

function rememberedTarget(name: string): { params: Words; search: Words } {
  try {
    const kept = JSON.parse(sessionStorage.getItem(targetKey) ?? '{}') as Record<string, unknown>;
    if (kept.name === name) return { params: words(kept.params), search: words(kept.search) };
  } catch {
    // A value another program wrote; the plain route serves.
  }
  return { params: {}, search: {} };
}

/** Where a signed-in visitor of the sign-in page goes: the known, permitted screen named by `redirect`, else the default module. */
export function targetAfterSignIn(search: unknown, store: SessionStore): { to: string; search: Words; replace: true } {
  const named = words(search).redirect ?? '';
  const screen = screenNamed(named);
  const wanted = screen && screen.name !== 'login' && store.mayOpen(screen.area) ? screen.name : undefined;
  if (wanted === undefined) return { to: pathOf(defaultScreen), search: {}, replace: true };
  const kept = rememberedTarget(wanted);
  sessionStorage.removeItem(targetKey);
  const needed = screen?.path.match(/\$\w+/g) ?? [];
  // A name whose parameters this tab does not remember cannot be opened.
  if (needed.some((key) => kept.params[key.slice(1)] === undefined))
    return { to: pathOf(defaultScreen), search: {}, replace: true };
  return { to: pathOf(wanted, kept.params), search: kept.search, replace: true };
}

export interface Destination {
  readonly params?: Words;
  readonly search?: Words;
  readonly replace?: boolean;
}

/** Goes to a screen by its name: `go('toolkit.dev.template', { params: { id } })`. */
export function useGo(): (name: ScreenName, destination?: Destination) => void {
  const navigate = useNavigate();
  return useCallback(
    (name, { params, search = {}, replace = false } = {}) =>
      void navigate({ to: pathOf(name, params), search: search as never, replace }),
    [navigate],
  );
}

interface ScreenLinkProps {
  readonly to: ScreenName;
  readonly className?: string | undefined;
  readonly title?: string;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-current'?: 'page' | undefined;
  readonly 'data-here'?: boolean;
  readonly params?: Words;
  readonly search?: Words;
  readonly children: ReactNode;
}

/** A link to a screen by its name. */
export function ScreenLink({ to, params, search = {}, children, ...rest }: ScreenLinkProps) {
  return (
    <Link to={pathOf(to, params)} search={search as never} {...rest}>
      {children}
    </Link>
  );
}

/** The screen of the current address; undefined on an unknown path. */
export function useCurrentScreen(): Screen | undefined {
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen });
  return name === undefined ? undefined : screenNamed(name);
}

/** A parameter of the current path, as `id` of `/templates/$id`. */
export function useParameter(name: string): string {
  const params = words(useParams({ strict: false }));
  return params[name] ?? '';
}

/**
 * State that a person would want to share lives in the address. Values are text; setting one to undefined or '' removes it.
 * `replace` (the default) adds no step to the browser's history.
 */
export function useAddress(): readonly [
  Words,
  (change: Readonly<Record<string, string | undefined>>, how?: { push?: boolean }) => void,
] {
  const raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const current = useMemo(() => words(raw), [raw]);
  const set = useCallback(
    (change: Readonly<Record<string, string | undefined>>, how: { push?: boolean } = {}) => {
      void navigate({
        to: '.',
        search: ((before: unknown) =>
          Object.fromEntries(
            Object.entries({ ...words(before), ...change }).filter(([, value]) => value !== undefined && value !== ''),
          )) as never,
        replace: !how.push,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [current, set];
}
