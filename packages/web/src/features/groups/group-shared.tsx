import type { EndpointId } from '@datasarana/schema';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingRows } from '../../design/index.ts';
import { ScreenLink } from '../../navigation.tsx';
import { formatCount } from '../../records/index.ts';
import type { ScreenName } from '../../routes.ts';
import { useApi } from '../../session/index.ts';
import { type GroupRow, groupName } from './group-calls.ts';
import classes from './groups.module.css';

interface Shared {
  readonly title: string;
  /** The first of them that the caller may make. */
  readonly calls: readonly EndpointId[];
  readonly params?: Readonly<Record<string, string>>;
  readonly screen: ScreenName;
}

const LISTS: readonly Shared[] = [
  {
    title: 'Templates',
    calls: ['tenant.group.template.search', 'session.group.template.search'],
    screen: 'toolkit.dev.template',
  },
  { title: 'Views', calls: ['record.search'], params: { kind: 'visual.view' }, screen: 'toolkit.analytic.view' },
  {
    title: 'Workspaces',
    calls: ['record.search'],
    params: { kind: 'visual.workspace' },
    screen: 'toolkit.analytic.workspace',
  },
];

const MOST = 200;

/** What is shared with a group, as far as the caller may read it: what a role there reaches. */
export function GroupShared({ group }: { readonly group: GroupRow }) {
  const api = useApi();
  const shared = useQuery({
    queryKey: ['group-shared', group.id],
    queryFn: ({ signal }) =>
      Promise.all(
        LISTS.map(async ({ calls, params, ...list }) => {
          const call = calls.find((id) => api.may(id)) ?? 'record.search';
          const body = { key: '*', keyword: '', group: group.id, from: 0, to: MOST };
          const { data, total } = await api.call<readonly GroupRow[] | null>(call, {
            ...(params && { params }),
            body,
            signal,
          });
          return { ...list, records: data ?? [], total: total ?? 0 };
        }),
      ),
  });
  if (shared.error) return <ErrorState error={shared.error} onRetry={() => void shared.refetch()} />;
  if (!shared.data) return <LoadingRows rows={4} height={36} />;
  return (
    <div className={classes.shared}>
      {shared.data.map(({ title, records, total, screen }) => (
        <section key={title} aria-label={title}>
          <h3>
            {title} <span className="ds-meta">{formatCount(total)}</span>
          </h3>
          {records.length === 0 && <p className="ds-quiet">None is shared with this group.</p>}
          <ul>
            {records.map((record) => (
              <li key={record.id}>
                <ScreenLink to={screen} params={{ id: record.id }}>
                  {groupName(record)}
                </ScreenLink>
              </li>
            ))}
          </ul>
          {total > MOST && <p className="ds-meta">The first {MOST} of them.</p>}
        </section>
      ))}
    </div>
  );
}
