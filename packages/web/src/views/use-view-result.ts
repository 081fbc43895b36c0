import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Client } from '../session/index.ts';
import { useApi } from '../session/index.ts';
import type { ViewDefinition } from './definition.ts';
import { cellsOf, documentsOf, gridPrecision, type MapData } from './map/map-data.ts';
import { MAP_POINTS, mapPointsRequest, viewRequest } from './request.ts';
import type { SearchAnswer } from './result-table.ts';

/** The viewer's own zone: day buckets begin at their midnight (FMT-08). */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

async function search(api: Client, template: string, body: unknown, signal: AbortSignal): Promise<SearchAnswer> {
  const { data } = await api.call<SearchAnswer>('data.search', { query: { template }, body, signal });
  return data;
}

/** The answer of a chart, metric or table view; the last one stays while the next is fetched. */
export function useViewResult(view: ViewDefinition, enabled: boolean) {
  const api = useApi();
  const body = viewRequest(view, viewerZone());
  return useQuery({
    queryKey: ['view', view.dataset, body],
    queryFn: ({ signal }) => search(api, view.dataset, body, signal),
    enabled,
    placeholderData: keepPreviousData,
  });
}

export interface MapResult extends MapData {
  readonly total: number;
  readonly took: number;
}

/** Points one by one while there are at most 5000, grid cells that add up to the total above (MAP-15). */
export function useMapResult(view: ViewDefinition, zoom: number, enabled: boolean) {
  const api = useApi();
  const precision = gridPrecision(zoom);
  const point = view.point ?? '';
  const grid: ViewDefinition = {
    ...view,
    buckets: [{ id: 'cells', function: 'geohash_grid', field: point, precision }],
  };
  return useQuery({
    queryKey: ['map', view.dataset, viewRequest(grid, 'UTC')],
    queryFn: async ({ signal }): Promise<MapResult> => {
      const cells = await search(api, view.dataset, viewRequest(grid, 'UTC'), signal);
      const drawn = cellsOf(cells.aggregations?.cells ?? {});
      const head = { total: cells.hits.total.value, took: cells.took };
      if (drawn.documents > MAP_POINTS) return { ...drawn, ...head };
      const hits = await search(api, view.dataset, mapPointsRequest(view, [point]), signal);
      return { ...documentsOf(hits.hits.hits, point), ...head };
    },
    enabled,
    placeholderData: keepPreviousData,
  });
}
