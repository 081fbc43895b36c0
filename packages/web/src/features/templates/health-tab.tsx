import { isReplayable, isSearched } from '@datasarana/schema';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, healthTone, LoadingBlock, Panel, StateDot } from '../../design/index.ts';
import { formatBytes, formatCount, formatListDate } from '../../records/index.ts';
import { useApi } from '../../session/index.ts';
import { ArchivePanel } from './archive-panel.tsx';
import { ConnectPanel } from './connect-panel.tsx';
import { Facts } from './facts.tsx';
import { RebuildPanel } from './rebuild-panel.tsx';
import { StoragePanel } from './storage-panel.tsx';
import type { TemplateRecord } from './template-calls.ts';
import classes from './templates.module.css';
import type { TemplateDraft } from './use-template-draft.ts';

interface IndexStats {
  readonly documents: number;
  readonly deleted: number;
  readonly bytes: number;
  readonly shards: number;
  readonly replicas: number;
  readonly refreshed: number | null;
}

interface IndexHealth {
  readonly status: 'green' | 'yellow' | 'red';
  readonly active_shards: number;
  readonly unassigned_shards: number;
  readonly reason: string;
}

interface StreamStats {
  readonly kept: boolean;
  readonly partitions: readonly {
    readonly partition: number;
    readonly first_offset: number;
    readonly last_offset: number;
    readonly committed: number;
    readonly lag: number;
    readonly bytes: number;
  }[];
}

const WORDS: Readonly<Record<string, string>> = {
  green: 'Green: all is well',
  yellow: 'Yellow: fewer copies than asked for',
  red: 'Red: not searchable',
};

/** Is the index well, how much is in it, how far is the stream (IDX-05, IDX-06, STR-09); its archive, where its records are kept, and the index made anew. */
export function HealthTab({
  template,
  draft: { config, setConfig, fields },
  changes,
  onImport,
}: {
  readonly template: TemplateRecord;
  readonly draft: TemplateDraft;
  /** Whether the caller may change the template, and it is there to be changed. */
  readonly changes: boolean;
  readonly onImport: () => void;
}) {
  const api = useApi();
  const { config: saved = {} } = template;
  const stream = useMetric<StreamStats>(template, 'kafka-stats', ({ kept }) => kept === isReplayable(saved));
  const storage = <StoragePanel config={config} items={fields} disabled={!changes} onChange={setConfig} />;
  if (!template.deployed) {
    return (
      <div className={classes.health}>
        <Panel label="Index">
          <EmptyState title="Not deployed yet">Deploy the template: that makes its index and its stream.</EmptyState>
        </Panel>
        {storage}
      </div>
    );
  }
  return (
    <div className={classes.health}>
      <Panel
        title="Index"
        actions={
          <Button size="xs" variant="default" onClick={onImport}>
            Import data
          </Button>
        }
        padded
      >
        <div className={classes.indexBody}>
          <IndexBody template={template} />
        </div>
      </Panel>
      <Panel title="Stream" padded>
        {stream.error ? (
          <ErrorState error={stream.error} onRetry={() => void stream.refetch()} />
        ) : stream.data ? (
          <>
            {!stream.data.kept && <p className={classes.passing}>Messages go once they are applied.</p>}
            <Partitions stats={stream.data} />
          </>
        ) : (
          <LoadingBlock />
        )}
      </Panel>
      {storage}
      {api.may('template.archive.get') && <ArchivePanel template={template} />}
      {api.may('template.index.rebuild') && <RebuildPanel template={template} />}
      {isSearched(saved) && <ConnectPanel index={template.id} />}
    </div>
  );
}

/** Figures and health come together: one after the other they would push each other down. */
function IndexBody({ template }: { readonly template: TemplateRecord }) {
  const stats = useMetric<IndexStats>(template, 'os-stats');
  const { config = {} } = template;
  const isThere = ({ active_shards }: IndexHealth): boolean => active_shards > 0 === isSearched(config);
  const health = useMetric<IndexHealth>(template, 'os-health', isThere);
  const error = stats.error ?? health.error;
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([stats.refetch(), health.refetch()])} />;
  if (!stats.data || !health.data) return <LoadingBlock />;
  const { status, reason } = health.data;
  return (
    <>
      <Facts facts={indexFacts(stats.data)} />
      <p className={classes.reason}>
        <StateDot tone={healthTone(status)}>{WORDS[status] ?? 'Not readable'}</StateDot>
        <span>{reason}</span>
      </p>
    </>
  );
}

const ASKED_EVERY = 1000;

/** Asked again while what was deployed is not so yet: a place of storage takes its time to be filled. */
function useMetric<T>(template: TemplateRecord, metric: string, isSettled: (found: T) => boolean = () => true) {
  const api = useApi();
  return useQuery({
    queryKey: ['stats', template.id, metric],
    enabled: template.deployed,
    queryFn: async ({ signal }) => {
      const { data } = await api.found<T>('template.stats', { query: { id: template.id, metric }, signal });
      return data;
    },
    refetchInterval: ({ state: { data } }) =>
      template.version_minor === 0 && data !== undefined && !isSettled(data) ? ASKED_EVERY : false,
  });
}

const indexFacts = (stats: IndexStats): readonly (readonly [string, string, true?])[] => [
  ['Documents', formatCount(stats.documents)],
  ['Deleted', formatCount(stats.deleted)],
  // what the last batches wrote stands in the log, which is of all indexes together
  ['On disk', stats.documents > 0 && stats.bytes === 0 ? 'In the log' : formatBytes(stats.bytes)],
  ['Shards', `${stats.shards}, ${stats.replicas} replicas`],
  ['Last change', stats.refreshed ? formatListDate(stats.refreshed) : '–', true],
];

function Partitions({ stats }: { readonly stats: StreamStats }) {
  return (
    <table className={classes.partitions}>
      <thead>
        <tr>
          <th>Partition</th>
          <th>First</th>
          <th>Last</th>
          <th>Committed</th>
          <th>Lag</th>
          <th>Bytes</th>
        </tr>
      </thead>
      <tbody>
        {stats.partitions.map((p) => (
          <tr key={p.partition}>
            <td>{p.partition}</td>
            <td>{formatCount(p.first_offset)}</td>
            <td>{p.last_offset < p.first_offset ? '–' : formatCount(p.last_offset)}</td>
            <td>{formatCount(p.committed)}</td>
            <td>{formatCount(p.lag)}</td>
            <td>{formatBytes(p.bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
