import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, healthTone, LoadingBlock, Panel, StateDot } from '../../design/index.ts';
import { formatBytes, formatCount, formatListDate } from '../../records/index.ts';
import { useApi } from '../../session/index.ts';
import { ArchivePanel } from './archive-panel.tsx';
import { Facts } from './facts.tsx';
import { RebuildPanel } from './rebuild-panel.tsx';
import type { TemplateRecord } from './template-calls.ts';
import classes from './templates.module.css';

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
  readonly remedy?: string;
}

interface StreamStats {
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

/** Is the index well, how much is in it, how far is the stream (IDX-05, IDX-06, STR-09); its archive, and the index made anew. */
export function HealthTab({
  template,
  onImport,
}: {
  readonly template: TemplateRecord;
  readonly onImport: () => void;
}) {
  const api = useApi();
  const stream = useMetric<StreamStats>(template, 'kafka-stats');
  if (!template.deployed) {
    return (
      <Panel label="Index">
        <EmptyState title="Not deployed yet">Deploy the template: that makes its index and its stream.</EmptyState>
      </Panel>
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
          <Partitions stats={stream.data} />
        ) : (
          <LoadingBlock />
        )}
      </Panel>
      {api.may('template.archive.get') && <ArchivePanel template={template} />}
      {api.may('template.index.rebuild') && <RebuildPanel template={template} />}
    </div>
  );
}

/** Figures and health come together: one after the other they would push each other down. */
function IndexBody({ template }: { readonly template: TemplateRecord }) {
  const stats = useMetric<IndexStats>(template, 'os-stats');
  const health = useMetric<IndexHealth>(template, 'os-health');
  const error = stats.error ?? health.error;
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([stats.refetch(), health.refetch()])} />;
  if (!stats.data || !health.data) return <LoadingBlock />;
  const { status, reason, remedy } = health.data;
  return (
    <>
      <Facts facts={indexFacts(stats.data)} />
      <p className={classes.reason}>
        <StateDot tone={healthTone(status)}>{WORDS[status] ?? 'Not readable'}</StateDot>
        <span>
          {reason} {remedy}
        </span>
      </p>
    </>
  );
}

function useMetric<T>(template: TemplateRecord, metric: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['stats', template.id, metric],
    enabled: template.deployed,
    queryFn: async ({ signal }) => {
      const { data } = await api.found<T>('template.stats', { query: { id: template.id, metric }, signal });
      return data;
    },
  });
}

const indexFacts = (stats: IndexStats): readonly (readonly [string, string, true?])[] => [
  ['Documents', formatCount(stats.documents)],
  ['Deleted', formatCount(stats.deleted)],
  ['On disk', formatBytes(stats.bytes)],
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
