import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isGone } from '../../records/gone.ts';
import { isFailure, useApi } from '../../session/index.ts';
import { typeOfVisual, type ViewDefinition } from '../../views/definition.ts';
import { type SavedView, savedView, VIEW_KIND, type ViewRecord } from './saved-views.ts';

interface ViewToSave {
  readonly id: string | null;
  /** Whom a new view is for; everyone of the tenant, or for a copy its maker (VIS-21). */
  readonly scope?: 'tenant' | 'personal';
  /** ts_modified of the view these edits began with: a newer one is not overwritten (REC-38). */
  readonly base: number | undefined;
  readonly name: string;
  readonly definition: ViewDefinition;
}

/** Adds a new view or changes one; answers it as stored. */
export function useSaveView() {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, scope = 'tenant', base, name, definition }: ViewToSave) => {
      const doc = {
        name,
        title: definition.title,
        type: typeOfVisual(definition.visual),
        mode: 'chart',
        dataset: definition.dataset,
        aggregate: JSON.stringify(definition),
      };
      const { data } = id
        ? await api.call<ViewRecord>('record.change', {
            params: { kind: VIEW_KIND },
            body: { id, ...doc, ...(base && { ts_modified: base }) },
          })
        : await api.call<ViewRecord>('record.add', { params: { kind: VIEW_KIND }, body: { ...doc, scope } });
      return savedView(data);
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ['views'] }),
    onError: (error, { id }) => {
      if (id && isGone(error, id)) cache.setQueryData(['views', id], null);
    },
  });
}

/** The view somebody else saved meanwhile, when that is why a save was refused. */
export function newerView(error: unknown): SavedView | null {
  if (!isFailure(error) || error.type !== 'conflict') return null;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'aggregate' in data ? savedView(data as ViewRecord) : null;
}
