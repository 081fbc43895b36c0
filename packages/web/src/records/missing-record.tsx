import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../design/notify.tsx';
import { EmptyState, type HomeList, Missing } from '../design/states.tsx';
import { useApi, useMayChange } from '../session/index.ts';
import { WriteButton } from './write-button.tsx';

interface MissingRecordProps extends HomeList {
  readonly kind: string;
  readonly id: string;
  /** As "view". */
  readonly noun: string;
  /** Of what was read of such records. */
  readonly queryKey: readonly string[];
}

interface DeletedRecord {
  readonly name?: string | null;
  readonly owner?: { readonly id?: string } | null;
}

/** In place of a view or workspace that is not there: one that was deleted comes back from here, for those who may (REC-39). */
export function MissingRecord({ kind, id, noun, queryKey, ...home }: MissingRecordProps) {
  const api = useApi();
  const cache = useQueryClient();
  const mayChange = useMayChange('views');
  const params = { kind, id };
  const deleted = useQuery({
    queryKey: ['deleted', kind, id],
    queryFn: async ({ signal }) =>
      (await api.call<DeletedRecord | null>('record.get', { params, query: { removed: true }, signal })).data,
  });
  const restore = useMutation({
    mutationFn: () => api.call('record.restore', { params }),
    onSuccess: () => cache.invalidateQueries({ queryKey }),
    onError: notifyFailure,
  });
  if (deleted.isLoading) return null;
  if (!deleted.data || !mayChange(deleted.data.owner?.id ?? '')) return <Missing noun={noun} {...home} />;
  return (
    <EmptyState
      icon={IconTrash}
      title={`The ${noun} ${deleted.data.name ?? ''} was deleted`}
      action={
        <WriteButton variant="filled" loading={restore.isPending} onClick={() => restore.mutate()}>
          Restore {noun}
        </WriteButton>
      }
    >
      For 30 days it can be restored as it was.
    </EmptyState>
  );
}
