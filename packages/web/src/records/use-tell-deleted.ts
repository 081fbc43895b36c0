import { notify, notifyFailure } from '../design/notify.tsx';
import { useApi } from '../session/index.ts';

interface Deleted {
  readonly kind: string;
  readonly ids: readonly string[];
  /** As "View Harbour". */
  readonly what: string;
  /** Runs once they are back, or were refused. */
  readonly refresh: () => unknown;
}

/** Says that records are gone, and offers whoever may restore them to undo it (REC-39). */
export function useTellDeleted(word: 'deleted' | 'removed' = 'deleted'): (deleted: Deleted) => void {
  const api = useApi();
  return ({ kind, ids, what, refresh }) => {
    const restore = async (): Promise<void> => {
      try {
        await Promise.all(ids.map((id) => api.call('record.restore', { params: { kind, id } })));
        notify.positive({ title: `${what} restored` });
      } catch (error) {
        notifyFailure(error);
      } finally {
        refresh();
      }
    };
    notify.positive({
      title: `${what} ${word}`,
      ...(api.may('record.restore') && { action: { label: 'Undo', run: () => void restore() } }),
    });
  };
}
