import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingRows } from '../../design/index.ts';
import { formatListDate, formatValue } from '../../records/index.ts';
import { useApi } from '../../session/index.ts';
import classes from './history-list.module.css';

interface Change {
  readonly path?: string;
  readonly field?: string;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
}

interface HistoryEntry {
  readonly ts: number;
  readonly version?: number;
  readonly user?: string;
  readonly user_name?: string;
  readonly action?: string;
  readonly changes?: readonly Change[];
}

const text = (value: unknown): string =>
  formatValue({ value_type: 8 }, typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

/** Time line of a record: who, when, per field old value and new value; newest first. */
export function HistoryList({ kind, id }: { readonly kind: string; readonly id: string }) {
  const api = useApi();
  const history = useQuery({
    queryKey: ['history', kind, id],
    queryFn: async ({ signal }) =>
      (await api.call<readonly HistoryEntry[]>('record.history', { params: { kind, id }, signal })).data ?? [],
  });
  if (history.error) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  if (!history.data) return <LoadingRows rows={4} height={56} />;
  if (history.data.length === 0) return <p className="ds-quiet">No change has been written yet.</p>;
  return (
    <ol className={classes.list}>
      {history.data.map((entry) => (
        <li key={`${entry.ts}-${entry.version}`}>
          <div className={classes.head}>
            <b>{entry.user_name ?? entry.user ?? 'Platform'}</b>
            <span>{entry.action}</span>
            <time>{formatListDate(entry.ts)}</time>
          </div>
          <dl>
            {(entry.changes ?? []).map((change) => {
              const before = change.from ?? change.before;
              const after = change.to ?? change.after;
              const field = change.path ?? change.field ?? '';
              return (
                <div key={field}>
                  <dt>{field}</dt>
                  <dd>
                    {before !== undefined && before !== null && <del>{text(before)}</del>}
                    {before !== undefined && before !== null && ' → '}
                    <ins>{text(after)}</ins>
                  </dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
    </ol>
  );
}
