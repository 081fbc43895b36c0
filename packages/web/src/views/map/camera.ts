import { LngLat, type Map as MapLibre, type MapOptions, MercatorCoordinate } from 'maplibre-gl';
import { type Bounds, middleAround, middleWithin, paddingOf, shareAround } from './bounds.ts';

/** As far away as MapLibre goes: a world of 128 px. */
const FARTHEST = -2;
const NEAREST = 24;
/** Closer than this no fit goes, so that one place stands among others. */
const NEAREST_FIT = 9;
/** Nobody needs to go farther away than this by hand, unless the places do. */
const FARTHEST_BY_HAND = 0.5;

/** What a map is made with so that it can show the whole world in any space; MapLibre itself never shows less than it has room for. */
export const wholeWorld = (container: HTMLElement): Pick<MapOptions, 'minZoom' | 'maxZoom' | 'transformConstrain'> => ({
  minZoom: FARTHEST,
  maxZoom: NEAREST,
  transformConstrain: (centre, wished) => {
    const zoom = Math.max(FARTHEST, Math.min(NEAREST, wished));
    const y = middleWithin(MercatorCoordinate.fromLngLat(centre).y, zoom, container.clientHeight);
    const lon = middleAround(centre.lng, zoom, container.clientWidth);
    return { center: new LngLat(lon, new MercatorCoordinate(0, y, 0).toLngLat().lat), zoom };
  },
});

/** Draws the world once where there is room for more, so that no place is drawn twice; closer up it goes on across its edge. */
export function drawOnce(map: MapLibre): void {
  const goesOn = shareAround(map.getZoom(), map.getContainer().clientWidth) < 1;
  if (map.getRenderWorldCopies() !== goesOn) map.setRenderWorldCopies(goesOn);
}

/** Shows all places, whatever the size of the map; how far away that is, nobody needs to go farther. */
export function fitTo(map: MapLibre, [west, south, east, north]: Bounds): void {
  const { clientWidth, clientHeight } = map.getContainer();
  if (clientWidth === 0 || clientHeight === 0) return;
  map.setMinZoom(FARTHEST);
  map.fitBounds([west, south, east, north], {
    padding: paddingOf(clientWidth, clientHeight),
    maxZoom: NEAREST_FIT,
    animate: false,
  });
  drawOnce(map);
  map.setMinZoom(Math.min(FARTHEST_BY_HAND, map.getZoom()));
}
