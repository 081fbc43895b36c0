import type { SearchAnswer } from '@datasarana/client';
import { ReplyCode } from '@datasarana/schema';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { isFailure, useApi } from '../session/index.ts';
import { needsAxis } from './asked-buckets.ts';
import { dateFields, daysQuery, withDays } from './days.ts';
import type { ViewDefinition } from './definition.ts';
import type { Bounds } from './map/bounds.ts';
import { cellsOf, documentsOf, foundBounds, gridPrecision, type MapData } from './map/map-data.ts';
import { shapesOf } from './map/shapes.ts';
import { searched } from './own-clocks.ts';
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
import { viewerZone } from './viewer-zone.ts';

/** Whether the template asked is gone or not shared with the caller: to try again cannot help. */
export const isUnreachable = (error: unknown): boolean => isFailure(error) && error.code === ReplyCode.NotFound;

/** A search, and before or beside it what lies along its axis. */
async function drawn(
  given: ViewDefinition,
  days: readonly string[],
  ask: (body: Dsl) => Promise<SearchAnswer>,
): Promise<SearchAnswer & Found> {
  const view = withDays(given, days);
  const along = axisRequest(view, viewerZone());
  if (!along) return { ...(await ask(summaryRequest(view, viewerZone()))), days };
  const axis = ask(along);
  const known = needsAxis(view) ? withAxis(view, await axis) : view;
  const [answer, found] = await Promise.all([ask(summaryRequest(known, viewerZone())), axis]);
  return { ...answer, axis: found, days };
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
  const daysAmong = useDaysAmong(view.dataset);
  return useQuery({
    queryKey: resultKey(view, kind),
    queryFn: async ({ signal, client }) => {
      const ask = (body: Dsl) => searched({ api, client, template: view.dataset }, body, signal);
      return drawn(view, await daysAmong(dateFields(view)), ask);
    },
    enabled,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: kind === 'view',
  });
}

/** Finds those of some date fields that hold days; where clocks follow UTC it makes no difference. */
function useDaysAmong(template: string): (fields: readonly string[]) => Promise<readonly string[]> {
  const api = useApi();
  const cache = useQueryClient();
  return async (fields) => {
    if (viewerZone() === 'UTC') return [];
    const are = await Promise.all(fields.map((field) => cache.fetchQuery(daysQuery(api, template, field))));
    return fields.filter((_, at) => are[at]);
  };
}

export interface MapResult extends MapData {
  readonly total: number;
  readonly took: number;
}

/**
 * Points one by one while there are at most 5000, above it grid cells that add up to the total; closer up the same for
 * what is in sight, so that cells become exact points and none is hidden (MAP-15). Of shapes the first thousand, closer up those
 * in sight. `sight` = what the map shows, once somebody moved it.
 */
export function useMapResult(view: ViewDefinition, sight: Bounds | null) {
  const all = useMapPart(view, null, true);
  const isPart = all.data !== undefined && (all.data.grid || all.data.documents < all.data.total);
  const part = useMapPart(view, sight, sight !== null && isPart);
  return part.data && sight ? part : all;
}

const WORLD: Bounds = [-180, -90, 180, 90];

function useMapPart(view: ViewDefinition, sight: Bounds | null, enabled: boolean) {
  const api = useApi();
  const point = view.point ?? '';
  const seen = (request: Dsl): Dsl => (sight ? within(request, point, sight) : request);
  const gridOf = (precision: number): Dsl => {
    const buckets = [{ id: 'cells', function: 'geohash_grid', field: point, precision }] as const;
    return seen(viewRequest({ ...view, buckets }, 'UTC'));
  };
  const coarse = gridPrecision(sight ?? WORLD);
  const first = gridOf(coarse);
  return useQuery({
    queryKey: ['map', view.dataset, view.shapes ? mapShapesRequest(view, sight) : first],
    queryFn: async ({ signal, client }): Promise<MapResult> => {
      const ask = (body: Dsl) => searched({ api, client, template: view.dataset }, body, signal);
      if (view.shapes) {
        const { hits, took } = await ask(mapShapesRequest(view, sight));
        return { ...shapesOf(hits.hits, point), total: hits.total.value, took };
      }
      const cells = await ask(first);
      const head = { total: cells.hits.total.value, took: cells.took };
      const drawn = cellsOf(cells.aggregations?.cells ?? {});
      if (drawn.documents <= MAP_POINTS) {
        const { hits } = await ask(seen(mapPointsRequest(view, [point])));
        return { ...documentsOf(hits.hits, point), ...head };
      }
      // cells of the whole world are too large for places that lie close together
      const bounds = sight ? null : foundBounds(cells.aggregations?.bounds ?? {});
      const fine = bounds ? gridPrecision(bounds) : coarse;
      if (fine === coarse) return { ...drawn, ...head };
      const closer = await ask(gridOf(fine));
      return { ...cellsOf(closer.aggregations?.cells ?? {}), ...head };
    },
    enabled,
    placeholderData: keepPreviousData,
  });
}
