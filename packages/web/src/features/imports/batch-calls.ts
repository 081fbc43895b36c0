import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';
import type { LedgerError } from './upload.ts';

/** A batch with its ledger and, while it runs, its progress. */
export interface Batch {
  readonly batch: string;
  readonly template: string;
  readonly template_name?: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly ts: number;
  readonly took: number;
  readonly user?: string;
  readonly user_name?: string;
  readonly read: number;
  readonly accepted: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly errors: readonly LedgerError[];
  readonly phase?: string;
  /** Rows the current phase has done. */
  readonly rows?: number;
  /** Rows the batch holds. */
  readonly total?: number;
  /** Rows per second so far. */
  readonly rate?: number;
  readonly reason?: string;
}

/** A batch; asked again every half second while it runs. */
export function useBatch(id: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['batch', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const { data } = await api.call<Batch | null>('batch.get', { params: { id: id ?? '' }, signal });
      return data;
    },
    refetchInterval: (query) => (query.state.data?.state === 'running' ? 500 : false),
  });
}

/** Batches of the tenant, newest first. */
export function useBatches(template: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['batches', template],
    queryFn: async ({ signal }) => {
      const { data, total } = await api.call<readonly Batch[]>('batch.search', {
        body: { from: 0, to: 200, ...(template && { template }) },
        signal,
      });
      return { batches: data ?? [], total: total ?? data?.length ?? 0 };
    },
    refetchInterval: (query) => (query.state.data?.batches.some((batch) => batch.state === 'running') ? 2000 : false),
  });
}

export interface RejectedRow {
  readonly line: number;
  readonly raw: Readonly<Record<string, string | null>> | string;
  readonly cells: readonly {
    readonly field: string;
    readonly value: string | null;
    readonly rule: string;
    readonly reason: string;
  }[];
}

/** A page of a batch's rejected rows. */
export function useRejected(id: string, from: number, size: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['rejected', id, from],
    queryFn: async ({ signal }) => {
      const { data, total } = await api.call<readonly RejectedRow[]>('batch.rejected', {
        params: { id },
        query: { from, to: from + size },
        signal,
      });
      return { rows: data ?? [], total: total ?? 0 };
    },
  });
}
