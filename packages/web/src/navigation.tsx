import { Link, useMatches, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type Words, words } from './return-target.ts';
import { pathOf, type Screen, type ScreenName, screenNamed } from './routes.ts';

export interface Destination {
  readonly params?: Words;
  readonly search?: Words;
  readonly replace?: boolean;
}

/** Where `go` leads with the same words, for a link. */
export function addressOf(name: ScreenName, { params, search = {} }: Destination = {}): string {
  const words = new URLSearchParams(search).toString();
  return pathOf(name, params) + (words && `?${words}`);
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
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A link to a screen by its name. */
export function ScreenLink({ to, params, search = {}, children, ...rest }: ScreenLinkProps) {
  return (
    <Link to={pathOf(to, params)} search={search as never} activeOptions={{ exact: true }} {...rest}>
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
