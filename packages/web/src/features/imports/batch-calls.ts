import type { Client, RawRow, RejectCause } from '@datasarana/client';
import type { Transform } from '@datasarana/sources';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';

/** A batch; asked again every half second while it runs. */
export function useBatch(id: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['batch', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const { data } = await api.call('batch.get', { params: { id: id ?? '' }, signal });
      return data;
    },
    refetchInterval: (query) => (query.state.data?.state === 'running' ? 500 : false),
  });
}

/** Which batches are listed. */
export interface BatchFilter {
  readonly template?: string | undefined;
  readonly state?: string | undefined;
  readonly user?: string | undefined;
  /** What the name of who sent it holds. */
  readonly sender?: string | undefined;
  /** Those that came in from then on, epoch ms. */
  readonly since?: number | undefined;
  /** Those with rows that are still rejected. */
  readonly rejects?: boolean | undefined;
}

/** How many of them are asked for, and how many newer ones are passed over. */
interface BatchPage {
  readonly from?: number;
  readonly size?: number;
  readonly enabled?: boolean;
}

/** Batches of the tenant, newest first; asked again while one of them runs. */
export function useBatches(
  { template, state, user, sender, since, rejects }: BatchFilter = {},
  { from = 0, size = 200, enabled = true }: BatchPage = {},
) {
  const api = useApi();
  return useQuery({
    queryKey: ['batches', template, state, user, sender, since, rejects, from, size],
    enabled,
    queryFn: async ({ signal }) => {
      const { data, total } = await api.call('batch.search', {
        body: {
          from,
          to: from + size,
          ...(template && { template }),
          ...(state && { state }),
          ...(user && { user }),
          ...(since !== undefined && { since }),
          ...(rejects && { rejects }),
          ...(sender && { key: 'user_name', keyword: sender }),
        },
        signal,
      });
      return { batches: data ?? [], total: total ?? data?.length ?? 0 };
    },
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.batches.some((batch) => batch.state === 'running') ? 1000 : false),
  });
}

export function useCauses(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['causes', id],
    queryFn: async ({ signal }) => {
      const { data } = await api.call('batch.causes', { params: { id }, signal });
      return data ?? [];
    },
  });
}

export type CauseFilter = Partial<Pick<RejectCause, 'field' | 'rule'>>;

export const REJECTED_PAGE = 100;

/** How a page of a batch's rejected rows is asked for. */
export const rejectedPage = (api: Client, id: string, cause: CauseFilter, page: number) => ({
  queryKey: ['rejected', id, cause.field, cause.rule, page],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const from = page * REJECTED_PAGE;
    const { data, total } = await api.call('batch.rejected', {
      params: { id },
      query: { from, to: from + REJECTED_PAGE, ...cause },
      signal,
    });
    return { page, rows: data ?? [], total: total ?? 0 };
  },
});

/** Pages of a batch's rejected rows, those that are looked at. */
export function useRejectedPages(id: string, cause: CauseFilter, pages: readonly number[]) {
  const api = useApi();
  return useQueries({ queries: pages.map((page) => rejectedPage(api, id, cause, page)) });
}

/** Rejected rows as they should be: one by one, or by functions over a column. */
export interface Mending {
  readonly rows?: readonly { readonly line: number; readonly raw: RawRow; readonly was?: RawRow }[];
  readonly rule?: CauseFilter & { readonly column: string; readonly transforms: readonly Transform[] };
}

/** What would become of mended rows; null while there is nothing to ask. */
export function useMendingCheck(id: string, mending: Mending | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['mending', id, mending],
    enabled: mending !== null,
    retry: false,
    gcTime: 30_000,
    queryFn: async ({ signal }) => {
      const { data } = await api.call('batch.replay', {
        params: { id },
        query: { dry_run: true },
        body: mending ?? {},
        signal,
      });
      return data;
    },
  });
}
