import type { ArchiveObject } from '@datasarana/client';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { EmptyState, ErrorState, LoadingBlock, notify, notifyFailure, Panel } from '../../design/index.ts';
import { formatBytes, formatCount, formatListDate } from '../../records/index.ts';
import { useApi } from '../../session/index.ts';
import { Facts } from './facts.tsx';
import type { TemplateRecord } from './template-calls.ts';
import classes from './templates.module.css';

const SHOWN = 8;

/** What of the template's records is archived as Parquet, and what waits for the next object (TPL-17, TPL-36). */
export function ArchivePanel({ template }: { readonly template: TemplateRecord }) {
  const api = useApi();
  const client = useQueryClient();
  const queryKey = ['template', template.id, 'archive'];
  const archive = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data } = await api.found('template.archive.get', { query: { id: template.id }, signal });
      return data;
    },
  });
  const write = useMutation({
    mutationFn: () => api.call('template.archive.write', { body: { id: template.id } }),
    onSuccess: ({ data }) => {
      notify.positive({
        title: data ? `Archived ${formatCount(data.states)} states as ${data.name}` : 'All is archived already',
      });
      return client.invalidateQueries({ queryKey });
    },
    onError: notifyFailure,
  });
  const found = archive.data;
  return (
    <Panel
      title="Archive"
      actions={
        api.may('template.archive.write') && (
          <Button
            size="xs"
            variant="default"
            loading={write.isPending}
            disabled={found?.pending === 0}
            onClick={() => write.mutate()}
          >
            Archive now
          </Button>
        )
      }
      padded
    >
      {archive.error ? (
        <ErrorState error={archive.error} onRetry={() => void archive.refetch()} />
      ) : !found ? (
        <LoadingBlock />
      ) : (
        <>
          <Facts
            facts={[
              ['Objects', formatCount(found.objects)],
              ['States', formatCount(found.states)],
              ['Removals', formatCount(found.removals)],
              ['On disk', formatBytes(found.bytes)],
              ['Waiting', formatCount(found.pending)],
            ]}
          />
          {found.objects === 0 ? (
            <EmptyState title="Nothing archived yet">
              Records are written as Parquet files once enough of them wait, or when you say so.
            </EmptyState>
          ) : (
            <Objects objects={found.latest.slice(0, SHOWN)} />
          )}
        </>
      )}
    </Panel>
  );
}

const Objects = ({ objects }: { readonly objects: readonly ArchiveObject[] }) => (
  <table className={classes.partitions} data-spaced="true">
    <thead>
      <tr>
        <th data-text="true">Newest objects</th>
        <th>States</th>
        <th data-minor="true">Bytes</th>
        <th>Written</th>
      </tr>
    </thead>
    <tbody>
      {objects.map(({ name, states, bytes, ts }) => (
        <tr key={name}>
          <td data-text="true" className="mono">
            {name}
          </td>
          <td>{formatCount(states)}</td>
          <td data-minor="true">{formatBytes(bytes)}</td>
          <td>{formatListDate(ts)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
