import type { RejectedRow } from '@datasarana/client';
import { useMemo } from 'react';
import { type CauseFilter, REJECTED_PAGE, useRejectedPages } from './batch-calls.ts';

/** Rejected rows by their place in the list; only the pages that are looked at are asked for. */
export function useRejectedRows(id: string, cause: CauseFilter, first: number, last: number) {
  const from = Math.floor(first / REJECTED_PAGE);
  const to = Math.max(from, Math.floor(last / REJECTED_PAGE));
  const wanted = useMemo(() => Array.from({ length: to - from + 1 }, (_, i) => from + i), [from, to]);
  const pages = useRejectedPages(id, cause, wanted);
  const found = new Map<number, RejectedRow>();
  for (const { data } of pages)
    for (const [i, row] of data?.rows.entries() ?? []) found.set((data?.page ?? 0) * REJECTED_PAGE + i, row);
  return {
    rows: found,
    total: pages.find(({ data }) => data)?.data?.total ?? null,
    error: pages.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const page of pages) void page.refetch();
    },
  };
}
