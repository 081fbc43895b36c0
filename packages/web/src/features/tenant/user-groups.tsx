import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingRows } from '../../design/index.ts';
import { ScreenLink } from '../../navigation.tsx';
import { useApi } from '../../session/index.ts';
import { type GroupRow, groupName } from '../groups/group-calls.ts';
import { roleOfText } from '../groups/role-words.ts';

/** Groups of one user with the role held in each, which counts there only (ROL-18). */
export function UserGroups({ user }: { readonly user: string }) {
  const api = useApi();
  const groups = useQuery({
    queryKey: ['group-people', 'of user', user],
    queryFn: async ({ signal }) => {
      const call = { params: { id: user }, signal };
      return (await api.call<readonly (GroupRow & { role_in_group: string | null })[]>('tenant.user.group.get', call))
        .data;
    },
  });
  if (groups.error) return <ErrorState error={groups.error} onRetry={() => void groups.refetch()} />;
  if (!groups.data) return <LoadingRows rows={2} height={36} />;
  if (groups.data.length === 0) return <p className="ds-quiet">This person is in no group.</p>;
  return (
    <ul>
      {groups.data.map((group) => (
        <li key={group.id} style={{ padding: '8px 0', borderBottom: '1px solid var(--ds-line)' }}>
          <ScreenLink to="toolkit.tenant.groups" search={{ open: group.id }}>
            {groupName(group)}
          </ScreenLink>
          <div className="ds-meta">{roleOfText(group.role_in_group).label}</div>
        </li>
      ))}
    </ul>
  );
}
