import type { Area } from '@datasarana/schema';
import { defaultScreen, pathOf, type ScreenName, screenNamed } from './routes.ts';

/** Text values by name: path parameters, search state. */
export type Words = Readonly<Record<string, string>>;

/** Keeps what is text. */
export const words = (value: unknown): Words =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

interface Visitor {
  readonly mayOpen: (area: Area | undefined, right?: 'read', ofGroups?: boolean) => boolean;
}

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

/** The code of the invite whose link was opened without a session; empty when none was. */
export const invitedBefore = (search: unknown): string =>
  rememberedTarget(words(search).redirect ?? '').search.invite ?? '';

/** The default module, or the overview for those who may not open it. */
const landing = (visitor: Visitor): ScreenName =>
  visitor.mayOpen(screenNamed(defaultScreen)?.area) ? defaultScreen : 'toolkit.home';

/** Where a signed-in visitor of the sign-in page goes: the known, permitted screen named by `redirect`, else the default module. */
export function targetAfterSignIn(search: unknown, visitor: Visitor): { to: string; search: Words; replace: true } {
  const named = words(search).redirect ?? '';
  const screen = screenNamed(named);
  const wanted =
    screen && screen.name !== 'login' && visitor.mayOpen(screen.area, 'read', screen.ofGroups)
      ? screen.name
      : undefined;
  if (wanted === undefined) return { to: pathOf(landing(visitor)), search: {}, replace: true };
  const kept = rememberedTarget(wanted);
  sessionStorage.removeItem(targetKey);
  const needed = screen?.path.match(/\$\w+/g) ?? [];
  // A name whose parameters this tab does not remember cannot be opened.
  if (needed.some((key) => kept.params[key.slice(1)] === undefined))
    return { to: pathOf(landing(visitor)), search: {}, replace: true };
  return { to: pathOf(wanted, kept.params), search: kept.search, replace: true };
}
