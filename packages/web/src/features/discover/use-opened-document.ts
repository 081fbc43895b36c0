import type { HitAnswer } from '@datasarana/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';
import { useLiveRows } from '../../views/live-rows.ts';
import { lookedAt, type OpenedDocument } from './opened-document.ts';
import { openedKey } from './stored-oneself.ts';

/** A row of the table, and ms at which the platform answered it. */
export interface ReadRow {
  readonly hit: HitAnswer;
  readonly at: number;
}

/**
 * A document for as long as it is open: it is looked at again when the platform tells that records of its template changed,
 * whatever became of the rows around it. Undefined until it is known.
 */
export function useOpenedDocument(template: string, id: string, row: ReadRow | undefined): OpenedDocument | undefined {
  const api = useApi();
  const cache = useQueryClient();
  const queryKey = openedKey(template, id);
  useLiveRows(id === '' ? undefined : template);
  const opened = useQuery({
    queryKey,
    enabled: id !== '',
    ...(row && { initialData: lookedAt(undefined, row.hit, row.at), initialDataUpdatedAt: row.at }),
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const body = { query: { ids: { values: [id] } }, size: 1 };
      const { data } = await api.found('data.search', { query: { template }, body, signal });
      return lookedAt(cache.getQueryData<OpenedDocument>(queryKey), data.hits.hits[0], Date.now());
    },
  });
  return id === '' ? undefined : opened.data;
}
