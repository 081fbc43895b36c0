import { formatBytes, formatCount } from '../../records/format.ts';
import type { CountTile } from './count-strip.tsx';

/** A figure of the overview: `hidden` from a caller whose roles do not reach it, `failed` when it cannot be read now. */
export type Figure = number | 'hidden' | 'failed';
type Read<T> = T | 'hidden' | 'failed' | undefined;

/** What the tiles of the overview are counted from; undefined = not read yet. */
export interface OverviewFigures {
  readonly counts:
    | Readonly<Partial<Record<'users' | 'groups' | 'templates' | 'views' | 'workspaces' | 'tenants', Figure>>>
    | undefined;
  /** How many groups the caller is in. */
  readonly ownGroups: number;
  /** The templates changed last; `counts` says how many there are. */
  readonly templates: readonly { readonly deployed?: boolean; readonly version_minor?: number }[] | undefined;
  readonly health: Read<readonly { readonly documents: number; readonly bytes: number }[]>;
  /** The imports are those into templates that are shared with the caller; the others are not told of. */
  readonly isShared?: boolean;
  /** The newest imports, and how many there are. */
  readonly imports: Read<{
    readonly batches: readonly { readonly ts: number; readonly accepted: number; readonly rejected: number }[];
    readonly total: number;
  }>;
  /** How many imports came in since midnight, and how many of them have rejected rows. */
  readonly today: Read<{ readonly imports: number; readonly rejecting: number }>;
}

const plural = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;

/** What was read; undefined as long as it was not, or when it never will be. */
export const readOf = <T>(figure: Read<T>): T | undefined =>
  figure === 'hidden' || figure === 'failed' ? undefined : figure;

/** Whether the imports that were read end before a moment: what happened since is then more than they say. */
export function endsAfter(imports: OverviewFigures['imports'], moment: number): boolean {
  const known = readOf(imports);
  return known !== undefined && known.total > known.batches.length && (known.batches.at(-1)?.ts ?? 0) >= moment;
}

/** A tile of what was read; none for what the caller may not read, and one that says so when it cannot be read now. */
function tile<T>(
  label: string,
  figure: Read<T>,
  said: (known: T) => { readonly value: string; readonly note?: string },
): readonly CountTile[] {
  if (figure === 'hidden') return [];
  if (figure === 'failed') return [{ label, value: '–', note: 'Cannot be read now' }];
  return [{ label, note: '', ...(figure === undefined ? { value: '' } : said(figure)) }];
}

const importTile = ({ today, isShared }: OverviewFigures): readonly CountTile[] =>
  tile('Imports today', today, ({ imports, rejecting }) => ({
    value: formatCount(imports),
    note: isShared ? 'into what is shared with you' : `${formatCount(rejecting)} with rejects`,
  }));

const count = (value: number): { readonly value: string } => ({ value: formatCount(value) });

/** Figures on the overview at most. */
const MOST = 5;

/** The counts of the overview that the caller may read, at most five; a figure that covers only a part says so (SCR-01, SCR-18). */
export function overviewTiles(figures: OverviewFigures, now: number): readonly CountTile[] {
  const { counts, ownGroups, templates, health, imports, isShared } = figures;
  // Which tiles stand here is known with the counts; before, the places are kept.
  if (counts === undefined) return Array.from({ length: MOST }, () => ({ label: '', value: '', note: '' }));
  const yesterday = now - 86_400_000;
  const added = (readOf(imports)?.batches ?? [])
    .filter(({ ts }) => ts >= yesterday)
    .reduce((sum, { accepted }) => sum + accepted, 0);
  const deployed = (templates ?? []).filter((template) => template.deployed === true);
  const changed = deployed.filter(({ version_minor }) => (version_minor ?? 0) > 0).length;
  const partly = templates !== undefined && (readOf(counts.templates) ?? 0) > templates.length;
  const inPart = `in the ${plural(deployed.length, 'index', 'indices')} changed last`;
  const since = `+${formatCount(added)}${endsAfter(imports, yesterday) ? ' or more' : ''} in 24 h`;
  const groups = readOf(counts.groups);
  return [
    ...tile('Documents', health, (known) => ({
      ...count(known.reduce((sum, { documents }) => sum + documents, 0)),
      note: partly ? inPart : isShared ? '' : since,
    })),
    ...tile('Tenants', counts.tenants, count),
    ...tile('Templates', counts.templates, (known) => ({
      ...count(known),
      note: partly
        ? `${formatCount(deployed.length)} of the ${formatCount(templates.length)} changed last deployed`
        : `${plural(deployed.length, 'deployed', 'deployed')}${changed > 0 ? `, ${formatCount(changed)} with changes` : ''}`,
    })),
    ...importTile(figures),
    ...tile('Users', counts.users, (known) => ({
      ...count(known),
      ...(groups !== undefined && { note: plural(groups, 'group') }),
    })),
    ...tile('Storage', health, (known) => ({
      value: formatBytes(known.reduce((sum, { bytes }) => sum + bytes, 0)),
      note: partly ? inPart : `in ${plural(deployed.length, 'index', 'indices')}`,
    })),
    ...(counts.groups === 'hidden' && counts.tenants === 'hidden' ? tile('My groups', ownGroups, count) : []),
    ...tile('Views', counts.views, count),
    ...tile('Workspaces', counts.workspaces, count),
  ].slice(0, MOST);
}
