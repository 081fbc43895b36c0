import type { SchemaItem } from '@datasarana/schema';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingRows } from '../../design/index.ts';
import { type Change, ChangeList } from '../../records/index.ts';
import { useApi } from '../../session/index.ts';
import { useAccounts } from './people.ts';

interface HistoryEntry {
  readonly version: number;
  readonly ts: number;
  /** Id of the user, or `system`. */
  readonly user: string;
  readonly op: string;
  readonly changes: readonly Change[];
  readonly request_id: string;
}

const words: Readonly<Record<string, string>> = {
  add: 'added',
  update: 'changed',
  remove: 'removed',
  restore: 'restored',
};

interface HistoryListProps {
  readonly kind: string;
  readonly id: string;
  /** Items of the kind's schema: they name the fields and say how their values are written. */
  readonly items?: readonly SchemaItem[];
  /** Only what this request changed. */
  readonly request?: string;
}

/** Time line of a record: who, when, per field old value and new value; newest first. */
export function HistoryList({ kind, id, items = [], request }: HistoryListProps) {
  const api = useApi();
  const accounts = useAccounts();
  const history = useQuery({
    queryKey: ['history', kind, id],
    queryFn: async ({ signal }) =>
      (await api.call<readonly HistoryEntry[]>('record.history', { params: { kind, id }, signal })).data ?? [],
  });
  if (history.error) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  if (!history.data) return <LoadingRows rows={4} height={56} />;
  const entries = history.data.filter(({ request_id }) => request === undefined || request_id === request);
  if (entries.length === 0) return request ? null : <p className="ds-quiet">No change has been written yet.</p>;
  const who = (user: string) =>
    user === 'system' ? 'Platform' : (accounts.data?.find((account) => account.user === user)?.login_id ?? user);
  return (
    <ChangeList
      items={items}
      entries={entries.map(({ version, user, op, ts, changes }) => ({
        key: version,
        who: who(user),
        what: words[op] ?? op,
        ts,
        changes,
      }))}
    />
  );
}
