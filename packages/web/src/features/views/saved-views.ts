import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isGone } from '../../records/gone.ts';
import { isFailure, useApi } from '../../session/index.ts';
import { newView, typeOfVisual, type ViewDefinition } from '../../views/definition.ts';

const KIND = 'visual.view';

/** A stored view (VIS-04); `view` holds the definition. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly dataset: string;
  readonly ts_modified: number;
  readonly scope: string;
  /** User id of whoever made it; empty when nobody is named. */
  readonly owner: string;
  /** Ids of the groups it is shared with. */
  readonly groups: readonly string[];
  readonly definition: ViewDefinition;
}

interface ViewRecord {
  readonly id: string;
  readonly name: string;
  readonly dataset: string;
  readonly scope: string | null;
  readonly owner?: { readonly id?: string } | null;
  readonly groups?: readonly string[] | null;
  readonly ts_modified: number;
  readonly aggregate: string;
}

function savedView(record: ViewRecord): SavedView {
  const { id, name, dataset, ts_modified } = record;
  const definition = { ...newView(dataset), ...(JSON.parse(record.aggregate || '{}') as Partial<ViewDefinition>) };
  const scope = record.scope ?? 'personal';
  return {
    id,
    name,
    dataset,
    ts_modified,
    scope,
    owner: record.owner?.id ?? '',
    groups: record.groups ?? [],
    definition,
  };
}

/** Views asked for at a time. */
const PAGE = 500;

/** All views the caller may read. */
export function useViews() {
  const api = useApi();
  return useQuery({
    queryKey: ['views'],
    queryFn: async ({ signal }) => {
      const found: SavedView[] = [];
      for (let from = 0; from === found.length; from += PAGE) {
        const { data } = await api.call<readonly ViewRecord[]>('record.search', {
          params: { kind: KIND },
          body: { key: '', keyword: '', from, to: from + PAGE },
          signal,
        });
        found.push(...(data ?? []).map(savedView));
      }
      return found;
    },
  });
}

export function useSavedView(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['views', id],
    enabled: id !== 'new',
    queryFn: async ({ signal }) => {
      const { data } = await api.call<ViewRecord | null>('record.get', { params: { kind: KIND, id }, signal });
      return data && savedView(data);
    },
  });
}

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
            params: { kind: KIND },
            body: { id, ...doc, ...(base && { ts_modified: base }) },
          })
        : await api.call<ViewRecord>('record.add', { params: { kind: KIND }, body: { ...doc, scope } });
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

export function useDeleteView() {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('record.delete', { params: { kind: KIND, id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['views'] }),
  });
}
