import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../../design/notify.tsx';
import { everyPage } from '../../records/every-page.ts';
import { readJson } from '../../records/read-stored.ts';
import { useTellDeleted } from '../../records/use-tell-deleted.ts';
import { useApi } from '../../session/index.ts';
import type { ViewDefinition } from '../../views/definition.ts';
import { readDefinition } from '../../views/read-definition.ts';

/** The kind of record views are kept as. */
export const VIEW_KIND = 'visual.view';

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

/** A view as the record store has it. */
export interface ViewRecord {
  readonly id: string;
  readonly name: string;
  readonly dataset: string | null;
  readonly scope: string | null;
  readonly owner?: { readonly id?: string } | null;
  readonly groups?: readonly string[] | null;
  readonly ts_modified: number;
  readonly aggregate: string | null;
}

/** Reads a stored view. */
export function savedView(record: ViewRecord): SavedView {
  const { id, name, ts_modified } = record;
  const dataset = record.dataset ?? '';
  const definition = readDefinition(readJson(record.aggregate), dataset);
  return {
    id,
    name,
    dataset,
    ts_modified,
    scope: record.scope ?? 'personal',
    owner: record.owner?.id ?? '',
    groups: record.groups ?? [],
    definition,
  };
}

/** All views the caller may read. */
export function useViews() {
  const api = useApi();
  return useQuery({
    queryKey: ['views'],
    queryFn: async ({ signal }) => {
      const params = { kind: VIEW_KIND };
      const found = await everyPage(async (page) => {
        const body = { key: '', keyword: '', ...page };
        return (await api.call<readonly ViewRecord[]>('record.search', { params, body, signal })).data;
      });
      return found.map(savedView);
    },
  });
}

export function useSavedView(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['views', id],
    enabled: id !== 'new',
    queryFn: async ({ signal }) => {
      const { data } = await api.call<ViewRecord | null>('record.get', { params: { kind: VIEW_KIND, id }, signal });
      return data && savedView(data);
    },
  });
}

export function useDeleteView() {
  const api = useApi();
  const cache = useQueryClient();
  const tellDeleted = useTellDeleted();
  const refresh = () => cache.invalidateQueries({ queryKey: ['views'] });
  return useMutation({
    mutationFn: ({ id }: Pick<SavedView, 'id' | 'name'>) =>
      api.call('record.delete', { params: { kind: VIEW_KIND, id } }),
    onSuccess: (_, { id, name }) => {
      tellDeleted({ kind: VIEW_KIND, ids: [id], what: `View ${name}`, refresh });
      return refresh();
    },
    onError: notifyFailure,
  });
}
