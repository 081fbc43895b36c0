import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../../design/notify.tsx';
import { everyPage } from '../../records/every-page.ts';
import { useTellDeleted } from '../../records/use-tell-deleted.ts';
import { isFailure, useApi } from '../../session/index.ts';
import { type QueryRecord, type SavedSearch, savedSearch } from './saved-search.ts';

const params = { kind: 'data.query' };
const queryKey = ['saved searches'];

/** Searches the caller keeps or was given. */
export function useSavedSearches() {
  const api = useApi();
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const found = await everyPage(async (page) => {
        const body = { key: '', keyword: '', ...page };
        return (await api.call<readonly QueryRecord[]>('record.search', { params, body, signal })).data;
      });
      return found.map(savedSearch).sort((a, b) => a.name.localeCompare(b.name));
    },
  });
}

interface SearchToKeep {
  /** Null adds a new one. */
  readonly id: string | null;
  /** `modified` of the search these changes began with: a newer one is not overwritten (REC-38). */
  readonly base?: number;
  readonly name: string;
  readonly dataset: string;
  readonly body: string;
}

/** Adds a saved search or changes one; answers it as stored. */
export function useKeepSearch() {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, base, ...doc }: SearchToKeep) => {
      const { data } = id
        ? await api.call<QueryRecord>('record.change', { params, body: { id, ts_modified: base, ...doc } })
        : await api.call<QueryRecord>('record.add', { params, body: doc });
      return savedSearch(data);
    },
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  });
}

/** The search as it was saved elsewhere meanwhile, when that is why a change was refused. */
export function newerSearch(error: unknown): SavedSearch | null {
  if (!isFailure(error) || error.type !== 'conflict') return null;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'body' in data ? savedSearch(data as QueryRecord) : null;
}

export function useForgetSearch() {
  const api = useApi();
  const cache = useQueryClient();
  const tellDeleted = useTellDeleted();
  const refresh = () => cache.invalidateQueries({ queryKey });
  return useMutation({
    mutationFn: ({ id }: Pick<SavedSearch, 'id' | 'name'>) => api.call('record.delete', { params: { ...params, id } }),
    onSuccess: (_, { id, name }) => {
      tellDeleted({ ...params, ids: [id], what: `Search ${name}`, refresh });
      return refresh();
    },
    onError: notifyFailure,
  });
}
