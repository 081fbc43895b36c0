import { notify, notifyFailure } from '../design/notify.tsx';
import { isUnanswered, useApi } from '../session/index.ts';

interface Deleted {
  readonly kind: string;
  readonly ids: readonly string[];
  /** As "View Harbour". */
  readonly what: string;
  /** Runs once they are back, or were refused. */
  readonly refresh: () => unknown;
}

/** Says that records are gone, and offers whoever may restore them to undo it (REC-39), again where no answer came. */
export function useTellDeleted(word: 'deleted' | 'removed' = 'deleted'): (deleted: Deleted) => void {
  const api = useApi();
  const offer = (deleted: Deleted, title: string): void =>
    notify.positive({
      title,
      ...(api.may('record.restore') && { action: { label: 'Undo', run: () => void restore(deleted) } }),
    });
  const restore = async (deleted: Deleted): Promise<void> => {
    const { kind, ids, what, refresh } = deleted;
    try {
      await Promise.all(ids.map((id) => api.call('record.restore', { params: { kind, id } })));
      notify.positive({ title: `${what} restored` });
    } catch (error) {
      notifyFailure(error);
      if (isUnanswered(error)) offer(deleted, `${what} still ${word}`);
    } finally {
      refresh();
    }
  };
  return (deleted) => offer(deleted, `${deleted.what} ${word}`);
}
