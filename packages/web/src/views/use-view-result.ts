import type { SearchAnswer } from '@datasarana/client';
import { ReplyCode } from '@datasarana/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Client } from '../session/index.ts';
import { isFailure, useApi } from '../session/index.ts';
import { needsAxis } from './asked-buckets.ts';
import type { ViewDefinition } from './definition.ts';
import type { Bounds } from './map/bounds.ts';
import { cellsOf, documentsOf, gridPrecision, type MapData } from './map/map-data.ts';
import { shapesOf } from './map/shapes.ts';
import {
  axisRequest,
  type Dsl,
  MAP_POINTS,
  mapPointsRequest,
  mapShapesRequest,
  summaryRequest,
  viewRequest,
  within,
} from './request.ts';
import { type Found, withAxis } from './result-table.ts';

/** The viewer's own zone: day buckets begin at their midnight (FMT-08). */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether the template asked is gone or not shared with the caller: to try again cannot help. */
export const isUnreachable = (error: unknown): boolean => isFailure(error) && error.code === ReplyCode.NotFound;

async function search(api: Client, template: string, body: unknown, signal: AbortSignal): Promise<SearchAnswer> {
  const { data } = await api.found('data.search', { query: { template }, body, signal });
  return data;
}

/** A search, and before or beside it what lies along its axis. */
async function drawn(api: Client, view: ViewDefinition, signal: AbortSignal): Promise<SearchAnswer & Found> {
  const ask = (body: Dsl) => search(api, view.dataset, body, signal);
  const along = axisRequest(view, viewerZone());
  if (!along) return ask(summaryRequest(view, viewerZone()));
  const axis = ask(along);
  const known = needsAxis(view) ? withAxis(view, await axis) : view;
  const [answer, found] = await Promise.all([ask(summaryRequest(known, viewerZone())), axis]);
  return { ...answer, axis: found };
}

/** Under which the answer of a view is kept. */
export const resultKey = (view: ViewDefinition, kind: 'view' | 'discover' = 'view') =>
  [kind, view.dataset, summaryRequest(view, viewerZone()), axisRequest(view, viewerZone())] as const;

/**
 * The answer of a chart, metric or table view, without records; the last one stays while the next is fetched. In Discover it
 * looks again with the documents beside it, and not before.
 */
export function useViewResult(view: ViewDefinition, enabled: boolean, kind: 'view' | 'discover' = 'view') {
  const api = useApi();
  return useQuery({
    queryKey: resultKey(view, kind),
    queryFn: ({ signal }) => drawn(api, view, signal),
    enabled,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: kind === 'view',
  });
}

export interface MapResult extends MapData {
  readonly total: number;
  readonly took: number;
}

/** What of the world a map shows. */
export interface MapView {
  readonly zoom: number;
  /** Null until somebody moved it. */
  readonly bounds: Bounds | null;
}

/**
 * Points one by one while there are at most 5000, above it grid cells that add up to the total; closer up the same for
 * what is in sight, so that cells become exact points and none is hidden (MAP-15). Of shapes the first thousand, closer up those
 * in sight.
 */
export function useMapResult(view: ViewDefinition, at: MapView) {
  const all = useMapPart(view, { zoom: START_ZOOM, bounds: null }, true);
  const isPart = all.data !== undefined && (all.data.grid || all.data.documents < all.data.total);
  const part = useMapPart(view, at, at.bounds !== null && isPart);
  return part.data && at.bounds ? part : all;
}

/** The zoom of the first grid: the whole world or less of it. */
const START_ZOOM = 2;

function useMapPart(view: ViewDefinition, { zoom, bounds }: MapView, enabled: boolean) {
  const api = useApi();
  const point = view.point ?? '';
  const precision = gridPrecision(zoom);
  const buckets = [{ id: 'cells', function: 'geohash_grid', field: point, precision }] as const;
  const seen = (request: Dsl): Dsl => (bounds ? within(request, point, bounds) : request);
  const grid = seen(viewRequest({ ...view, buckets }, 'UTC'));
  return useQuery({
    queryKey: ['map', view.dataset, view.shapes ? mapShapesRequest(view, bounds) : grid],
    queryFn: async ({ signal }): Promise<MapResult> => {
      if (view.shapes) {
        const { hits, took } = await search(api, view.dataset, mapShapesRequest(view, bounds), signal);
        return { ...shapesOf(hits.hits, point), total: hits.total.value, took };
      }
      const cells = await search(api, view.dataset, grid, signal);
      const drawn = cellsOf(cells.aggregations?.cells ?? {});
      const head = { total: cells.hits.total.value, took: cells.took };
      if (drawn.documents > MAP_POINTS) return { ...drawn, ...head };
      const hits = await search(api, view.dataset, seen(mapPointsRequest(view, [point])), signal);
      return { ...documentsOf(hits.hits.hits, point), ...head };
    },
    enabled,
    placeholderData: keepPreviousData,
  });
}
