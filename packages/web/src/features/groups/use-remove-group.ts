import { dialogs, notifyFailure } from '../../design/index.ts';
import { useTellDeleted } from '../../records/use-tell-deleted.ts';
import { useApi } from '../../session/index.ts';
import { type GroupRow, groupName } from './group-calls.ts';

/** Asks, removes a group, and offers to undo it (REC-39). Answers whether it was removed. */
export function useRemoveGroup(refresh: () => void): (group: GroupRow) => Promise<boolean> {
  const api = useApi();
  const tellRemoved = useTellDeleted('removed');
  return async (group) => {
    const name = groupName(group);
    const yes = await dialogs.confirm({
      title: `Remove group ${name}`,
      text: 'Its people stay, and lose what is shared with them through this group alone, and their roles in it. It can be restored for 30 days.',
      action: 'Remove group',
      danger: true,
    });
    if (!yes) return false;
    try {
      await api.call('tenant.group.delete', { params: { id: group.id } });
      tellRemoved({ kind: 'user.group', ids: [group.id], what: `Group ${name}`, refresh });
      return true;
    } catch (error) {
      notifyFailure(error);
      return false;
    } finally {
      refresh();
    }
  };
}
