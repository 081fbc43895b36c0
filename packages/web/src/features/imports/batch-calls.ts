import type { Transform } from '@datasarana/sources';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';
import type { LedgerError, RejectCause, ShortRows } from './upload.ts';

/** A batch with its ledger and, while it runs, its progress. */
export interface Batch {
  readonly batch: string;
  readonly template: string;
  readonly template_name?: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled' | 'undone';
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
  readonly reason?: string | null;
  readonly short?: ShortRows;
  readonly source?: string;
  readonly file?: string | null;
  /** Bytes received, and how many come in all. */
  readonly bytes?: number;
  readonly size?: number;
  /** Milliseconds the phase may still take. */
  readonly eta?: number;
  /** Checksum of what was sent. */
  readonly sha256?: string | null;
  /** Whether the file can still be had as it was sent. */
  readonly original?: boolean;
  readonly timeline?: readonly BatchEvent[];
  /** Cells of a rejected row, and the fields they fill. */
  readonly columns?: readonly { readonly name: string; readonly field: string | null }[];
  /** Files that came together in it. */
  readonly parts?: readonly BatchFile[];
}

/** One of the files of a batch; its counts are there once the batch is written. */
export interface BatchFile {
  readonly file: string;
  /** Line of the batch on which its rows begin. */
  readonly at: number;
  readonly read?: number;
  readonly accepted?: number;
  readonly replaced?: number;
  readonly unchanged?: number;
  readonly rejected?: number;
}

/** Something that happened to a batch. */
export interface BatchEvent {
  readonly what: 'received' | 'durable' | 'applied' | 'cancelled' | 'failed' | 'replayed' | 'undone';
  readonly ts: number;
  readonly user_name?: string;
  /** Of mended rows that were sent again. */
  readonly read?: number;
  readonly rejected?: number;
  /** Of an undo. */
  readonly removed?: number;
  readonly restored?: number;
  readonly kept?: number;
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

/** Which batches are listed. */
export interface BatchFilter {
  readonly template?: string | undefined;
  readonly state?: string | undefined;
  readonly user?: string | undefined;
}

/** Batches of the tenant, newest first; asked again while one of them runs. */
export function useBatches({ template, state, user }: BatchFilter = {}, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['batches', template, state, user],
    enabled,
    queryFn: async ({ signal }) => {
      const { data, total } = await api.call<readonly Batch[]>('batch.search', {
        body: { from: 0, to: 200, ...(template && { template }), ...(state && { state }), ...(user && { user }) },
        signal,
      });
      return { batches: data ?? [], total: total ?? data?.length ?? 0 };
    },
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.batches.some((batch) => batch.state === 'running') ? 1000 : false),
  });
}

/** A row as it was or should be: cells by column, or the text of a row without cells. */
export type RawRow = Readonly<Record<string, string | null>> | string;

export interface RejectedRow {
  readonly line: number;
  readonly raw: RawRow;
  /** As it came, once it was changed. */
  readonly origin?: RawRow;
  /** Where it stands in its own file, when the batch has several. */
  readonly at?: { readonly file: string; readonly line: number };
  readonly cells: readonly {
    readonly field: string;
    readonly value: string | null;
    readonly rule: string;
    readonly reason: string;
  }[];
}

export function useCauses(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['causes', id],
    queryFn: async ({ signal }) => {
      const { data } = await api.call<readonly RejectCause[]>('batch.causes', { params: { id }, signal });
      return data ?? [];
    },
  });
}

export type CauseFilter = Partial<Pick<RejectCause, 'field' | 'rule'>>;

export const REJECTED_PAGE = 100;

/** Pages of a batch's rejected rows, those that are looked at. */
export function useRejectedPages(id: string, cause: CauseFilter, pages: readonly number[]) {
  const api = useApi();
  return useQueries({
    queries: pages.map((page) => ({
      queryKey: ['rejected', id, cause.field, cause.rule, page],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const from = page * REJECTED_PAGE;
        const { data, total } = await api.call<readonly RejectedRow[]>('batch.rejected', {
          params: { id },
          query: { from, to: from + REJECTED_PAGE, ...cause },
          signal,
        });
        return { page, rows: data ?? [], total: total ?? 0 };
      },
    })),
  });
}

/** Rejected rows as they should be: one by one, or by functions over a column. */
export interface Mending {
  readonly rows?: readonly { readonly line: number; readonly raw: RawRow }[];
  readonly rule?: CauseFilter & { readonly column: string; readonly transforms: readonly Transform[] };
}

export interface MendingOutcome {
  readonly read: number;
  readonly accepted: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly errors: readonly (RejectedRow['cells'][number] & { readonly line: number })[];
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
      const { data } = await api.call<MendingOutcome>('batch.replay', {
        params: { id },
        query: { dry_run: true },
        body: mending ?? {},
        signal,
      });
      return data;
    },
  });
}

/** What undoing a batch does, or would do. */
export interface UndoOutcome {
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
  readonly later: readonly {
    readonly id: string;
    readonly what: string;
    readonly user: string | null;
    readonly ts: number;
  }[];
}
