import type { IngestorTask } from '@datasarana/schema';
import { type Column, StateDot } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';

const TONES = { Created: 'accent', Submitted: 'info', Started: 'neutral', Stopped: 'warning' } as const;

export const troubleOf = ({ sources }: IngestorTask) => sources.find(({ trouble }) => trouble)?.trouble ?? null;

const idleOf = (task: IngestorTask): string => troubleOf(task)?.text ?? nowOf(task);

const nowOf = ({ sources, rate }: IngestorTask): string =>
  sources.find(({ idle }) => idle !== null)?.idle ?? (rate > 0 ? 'Rows are moving' : 'Reading');

/** Columns of the list of tasks; `saved` tells which of them equal the tenant's records. */
export const columnsFor = (saved: ReadonlyMap<string, boolean> | undefined): readonly Column<IngestorTask>[] => [
  {
    id: 'template',
    header: 'Template',
    cell: ({ template }) => template.name,
    width: 'minmax(112px, 1fr)',
    card: 'name',
  },
  {
    id: 'place',
    header: 'Source',
    cell: ({ sources }) => sources.map(({ place }) => place).join(', '),
    title: ({ sources }) => sources.map(({ place }) => place).join(', '),
    mono: true,
    width: 'minmax(120px, 1.4fr)',
    card: 'meta',
    cardText: ({ sources }) => sources.map(({ place }) => place.split(/[\\/]/).at(-1) ?? place).join(', '),
  },
  {
    id: 'state',
    header: 'State',
    cell: (task) => <StateDot tone={troubleOf(task) ? 'warning' : TONES[task.state]}>{task.state}</StateDot>,
    width: 'minmax(96px, 104px)',
    card: 'state',
  },
  {
    id: 'saved',
    header: 'Saved',
    cell: ({ id }) => (saved === undefined ? '' : saved.get(id) ? 'Yes' : 'Differs'),
    width: 'minmax(64px, 72px)',
    yields: true,
    card: 'hidden',
  },
  {
    id: 'read',
    header: 'Read',
    cell: ({ counts }) => formatCount(counts.read),
    align: 'right',
    width: 'minmax(80px, 96px)',
    card: 'meta',
    cardText: ({ counts }) => `${formatCount(counts.read)} read`,
  },
  {
    id: 'rejected',
    header: 'Rejected',
    cell: ({ counts }) => formatCount(counts.rejected),
    align: 'right',
    width: 'minmax(76px, 88px)',
    card: 'meta',
    cardText: ({ counts }) => (counts.rejected > 0 ? `${formatCount(counts.rejected)} rejected` : ''),
  },
  {
    id: 'waiting',
    header: 'Waiting',
    cell: ({ waiting }) => formatCount(waiting),
    align: 'right',
    width: 'minmax(76px, 88px)',
    card: 'hidden',
  },
  {
    id: 'rate',
    header: 'Rows/s',
    cell: ({ rate }) => formatCount(Math.round(rate)),
    align: 'right',
    width: 'minmax(68px, 80px)',
    yields: true,
    card: 'hidden',
  },
  { id: 'idle', header: 'Now', cell: idleOf, title: idleOf, width: 'minmax(112px, 2fr)', yields: true, card: 'hidden' },
];
