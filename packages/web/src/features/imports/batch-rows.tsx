import type { Batch } from '@datasarana/client';
import type { SchemaItem } from '@datasarana/schema';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingRows, Panel } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import { useApi } from '../../session/index.ts';
import { isUnreachable } from '../../views/use-view-result.ts';
import classes from './batch.module.css';
import { lookColumns } from './look-columns.ts';
import { LookTable } from './look-table.tsx';

const SHOWN = 20;

/** The first records that stand as a batch wrote them, and how many of them do. */
function useBatchRows({ batch, template }: Batch, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['batch', batch, 'rows'],
    enabled,
    queryFn: async ({ signal }) => {
      const body = { size: SHOWN, track_total_hits: true, query: { term: { _batch: batch } } };
      const { data } = await api.found('data.search', { query: { template }, body, signal });
      return data.hits;
    },
  });
}

interface BatchRowsProps {
  readonly batch: Batch;
  readonly items: readonly SchemaItem[];
}

/** What of a batch is stored by now, at a look; records that were written anew or removed since are not of it any more. */
export function BatchRows({ batch, items }: BatchRowsProps) {
  const written = batch.accepted + batch.replaced;
  const found = useBatchRows(batch, written > 0);
  // its template is gone, or not shared: the batch itself may still be read
  if (written === 0 || isUnreachable(found.error)) return null;
  const { hits = [], total } = found.data ?? {};
  const stored = total?.value ?? written;
  return (
    <Panel
      title={`Stored ${formatCount(stored)}`}
      actions={found.data && hits.length < stored && `first ${formatCount(hits.length)}`}
    >
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <>
          {stored < written && (
            <p className={classes.quiet}>
              {stored === 0 ? 'None' : formatCount(stored)} of the {formatCount(written)} it wrote{' '}
              {stored === 1 ? 'stands' : 'stand'} as then: the others were changed, written anew or removed since.
            </p>
          )}
          {found.isPending ? (
            <LoadingRows />
          ) : (
            hits.length > 0 && (
              <LookTable
                label="Stored records"
                last
                columns={lookColumns(
                  items,
                  hits.map(({ _source = {} }) => _source),
                )}
                rows={hits.map(({ _id, _source = {} }) => ({ id: _id, values: _source }))}
              />
            )
          )}
        </>
      )}
    </Panel>
  );
}
