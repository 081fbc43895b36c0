import { dialogs, notify, notifyFailure } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';
import { type GroupRow, groupName } from './group-calls.ts';

/** Asks, removes a group, and offers to undo it (REC-39). Answers whether it was removed. */
export function useRemoveGroup(refresh: () => void): (group: GroupRow) => Promise<boolean> {
  const api = useApi();
  const restore = async (group: GroupRow): Promise<void> => {
    try {
      await api.call('record.restore', { params: { kind: 'user.group', id: group.id } });
      notify.positive({ title: `Group ${groupName(group)} restored` });
    } catch (error) {
      notifyFailure(error);
    } finally {
      refresh();
    }
  };
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
      notify.positive({
        title: `Group ${name} removed`,
        ...(api.may('record.restore') && { action: { label: 'Undo', run: () => void restore(group) } }),
      });
      return true;
    } catch (error) {
      notifyFailure(error);
      return false;
    } finally {
      refresh();
    }
  };
}
