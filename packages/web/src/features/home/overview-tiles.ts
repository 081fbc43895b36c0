import { formatBytes, formatCount } from '../../records/format.ts';

/** What the tiles of the overview are counted from; undefined = not read yet, or not to be read by the caller. */
export interface OverviewFigures {
  readonly counts: Readonly<Partial<Record<'users' | 'groups' | 'templates', number | undefined>>> | undefined;
  /** The templates changed last; `counts` says how many there are. */
  readonly templates: readonly { readonly deployed?: boolean; readonly version_minor?: number }[] | undefined;
  readonly health: readonly { readonly documents: number; readonly bytes: number }[] | undefined;
  /** The newest imports, and how many there are. */
  readonly imports:
    | {
        readonly batches: readonly { readonly ts: number; readonly accepted: number; readonly rejected: number }[];
        readonly total: number;
      }
    | undefined;
}

const figure = (value: number | undefined): string => (value === undefined ? '–' : formatCount(value));
const plural = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;

/** Whether the imports that were read end before a moment: what happened since is then more than they say. */
export const endsAfter = (imports: OverviewFigures['imports'], moment: number): boolean =>
  imports !== undefined && imports.total > imports.batches.length && (imports.batches.at(-1)?.ts ?? 0) >= moment;

function importTile(imports: OverviewFigures['imports'], now: number) {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const today = (imports?.batches ?? []).filter(({ ts }) => ts >= midnight);
  const more = endsAfter(imports, midnight) ? '+' : '';
  return {
    label: 'Imports today',
    value: imports === undefined ? figure(undefined) : `${formatCount(today.length)}${more}`,
    note: `${formatCount(today.filter(({ rejected }) => rejected > 0).length)}${more} with rejects`,
  };
}

/** The five counts of the overview; a figure that covers only a part says so (SCR-01). */
export function overviewTiles({ counts, templates, health, imports }: OverviewFigures, now: number) {
  const yesterday = now - 86_400_000;
  const added = (imports?.batches ?? [])
    .filter(({ ts }) => ts >= yesterday)
    .reduce((sum, { accepted }) => sum + accepted, 0);
  const deployed = (templates ?? []).filter((template) => template.deployed === true);
  const changed = deployed.filter(({ version_minor }) => (version_minor ?? 0) > 0).length;
  const sum = (key: 'documents' | 'bytes') => health?.reduce((total, one) => total + one[key], 0);
  const bytes = sum('bytes');
  const partly = templates !== undefined && (counts?.templates ?? 0) > templates.length;
  const inPart = `in the ${plural(deployed.length, 'index', 'indices')} changed last`;
  return [
    {
      label: 'Documents',
      value: figure(sum('documents')),
      note: partly ? inPart : `+${formatCount(added)}${endsAfter(imports, yesterday) ? ' or more' : ''} in 24 h`,
    },
    {
      label: 'Templates',
      value: figure(counts?.templates),
      note: partly
        ? `${formatCount(deployed.length)} of the ${formatCount(templates.length)} changed last deployed`
        : `${plural(deployed.length, 'deployed', 'deployed')}${changed > 0 ? `, ${formatCount(changed)} with changes` : ''}`,
    },
    importTile(imports, now),
    { label: 'Users', value: figure(counts?.users), note: plural(counts?.groups ?? 0, 'group') },
    {
      label: 'Storage',
      value: bytes === undefined ? '–' : formatBytes(bytes),
      note: partly ? inPart : `in ${plural(deployed.length, 'index', 'indices')}`,
    },
  ];
}
