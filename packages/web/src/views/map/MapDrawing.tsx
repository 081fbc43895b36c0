import 'maplibre-gl/dist/maplibre-gl.css';
import { Button } from '@mantine/core';
import {
  type ExpressionSpecification,
  type GeoJSONSource,
  Map as MapLibre,
  NavigationControl,
  Popup,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePrinting } from '../../design/widths.ts';
import { formatCount } from '../../records/format.ts';
import { offerPicture } from '../pictures.ts';
import classes from '../views.module.css';
import { basemapStyle, FIRST_LABEL } from './basemap-style.ts';
import type { Bounds } from './bounds.ts';
import { drawOnce, fitTo, wholeWorld } from './camera.ts';
import { drawnPlace } from './drawn-place.ts';
import type { MapData } from './map-data.ts';
import { mapPicture } from './map-picture.ts';
import { DEFAULT_CENTRE, DEFAULT_ZOOM } from './zoom.ts';

setWorkerUrl(workerUrl);

const BUNDLED_SOURCE = 'Natural Earth, GeoNames';

interface MapDrawingProps {
  readonly data: MapData;
  /** What a screen reader says of the map. */
  readonly label: string;
  readonly note?: string;
  /** Small tiles have neither controls nor names (VIS-08). */
  readonly minimal?: boolean;
  /** Address of a style at a maps service; null = the bundled map (MAP-14). */
  readonly style?: string | null;
  /** Told what the map shows, each time somebody moved it; null when it shows everything again. */
  readonly onMove?: (sight: Bounds | null) => void;
  readonly onOpen?: (id: string) => void;
}

/** Draws points, shapes or grid cells on a world map that shows where the data are, in any space, until somebody moves it. */
export function MapDrawing({ data, label, note, minimal = false, style = null, onMove, onOpen }: MapDrawingProps) {
  const host = useRef<HTMLElement>(null);
  const map = useRef<MapLibre | null>(null);
  const handlers = useRef({ onMove, onOpen });
  handlers.current = { onMove, onOpen };
  const latest = useRef(data);
  latest.current = data;
  const [drawn, setDrawn] = useState(false);
  const [moved, setMoved] = useState(false);
  // Told by the map itself, before anything is drawn again.
  const stays = useRef(false);
  const fitted = useRef(false);
  const fit = useCallback((): void => {
    const { bounds } = latest.current;
    if (!map.current || !bounds || stays.current) return;
    fitTo(map.current, bounds);
    fitted.current = true;
  }, []);

  useEffect(() => {
    if (!host.current) return;
    const drawing = newMap(host.current, minimal, style);
    map.current = drawing;
    offerPicture(host.current, { formats: ['png'], take: (_, title) => mapPicture(drawing, title) });
    fit();
    drawing.on('resize', fit);
    drawing.on('move', () => drawOnce(drawing));
    const movedByHand = (): void => {
      stays.current = true;
      setMoved(true);
    };
    drawing.on('movestart', ({ originalEvent }) => originalEvent && movedByHand());
    // MapLibre does not say of a move that the wheel began whose it is
    drawing.on('wheel', movedByHand);
    drawing.on('style.load', () => {
      addDataLayers(drawing);
      show(drawing, latest.current);
    });
    drawing.once('load', () => drawing.once('idle', () => setDrawn(true)));
    drawing.on('moveend', () => {
      if (stays.current) handlers.current.onMove?.(sightOf(drawing));
    });
    addPopup(drawing, (id) => handlers.current.onOpen?.(id));
    return () => {
      map.current = null;
      drawing.remove();
    };
  }, [minimal, style, fit]);

  useEffect(() => {
    if (map.current?.getSource('data')) show(map.current, data);
    if (!fitted.current) fit();
  }, [data, fit]);

  useEffect(() => {
    if (!moved) fit();
  }, [moved, fit]);

  const printing = usePrinting();
  const paper = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (printing && map.current && paper.current) copyOnPaper(map.current, paper.current);
  }, [printing]);

  const showAll = (): void => {
    stays.current = false;
    setMoved(false);
    onMove?.(null);
  };

  return (
    <div className={classes.map}>
      <section ref={host} className={classes.mapCanvas} aria-label={label} aria-busy={!drawn} />
      {printing && <canvas ref={paper} className={classes.mapPaper} />}
      {moved && !minimal && (
        <Button size="xs" variant="default" className={classes.mapFit ?? ''} onClick={showAll}>
          Show all
        </Button>
      )}
      {note && <div className={classes.mapNote}>{note}</div>}
    </div>
  );
}

/** Paper shows nothing of what the graphics card drew: it is drawn once more, and copied before it is gone. */
function copyOnPaper(drawing: MapLibre, paper: HTMLCanvasElement): void {
  drawing.redraw();
  const drawn = drawing.getCanvas();
  paper.width = drawn.width;
  paper.height = drawn.height;
  paper.getContext('2d')?.drawImage(drawn, 0, 0);
}

function newMap(container: HTMLElement, minimal: boolean, style: string | null): MapLibre {
  const bundled = basemapStyle(!minimal);
  const drawing = new MapLibre({
    container,
    style: style ?? bundled,
    center: [...DEFAULT_CENTRE],
    zoom: DEFAULT_ZOOM,
    ...wholeWorld(container),
    attributionControl: minimal ? false : { compact: false, ...(!style && { customAttribution: BUNDLED_SOURCE }) },
    dragRotate: false,
    cooperativeGestures: false,
  });
  drawing.touchZoomRotate.disableRotation();
  if (!minimal) drawing.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  // A maps service that does not answer leaves the map that came with the application.
  if (style) drawing.once('error', () => drawing.getStyle() ?? drawing.setStyle(bundled));
  return drawing;
}

function sightOf(drawing: MapLibre): Bounds {
  const sight = drawing.getBounds();
  return [sight.getWest(), sight.getSouth(), sight.getEast(), sight.getNorth()];
}

/** px: the least circle to that of the most documents; the world on a small map has cells of half the width. */
const radiusUpTo = (most: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['sqrt', ['get', 'share']],
  0,
  4,
  1,
  most,
];

const FILL = '#01B7CD';
const OUTLINE = '#75DDD3';
const LAYERS = ['areas', 'lines', 'data'];

/** Areas below lines below circles. A circle's area grows with the count; a single document has the least one. */
function addDataLayers(drawing: MapLibre): void {
  const below = drawing.getLayer(FIRST_LABEL) && FIRST_LABEL;
  drawing.addSource('data', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
  drawing.addLayer(
    {
      id: 'areas',
      type: 'fill',
      source: 'data',
      filter: ['==', ['get', 'kind'], 'area'],
      paint: { 'fill-color': FILL, 'fill-opacity': 0.3 },
    },
    below,
  );
  drawing.addLayer(
    {
      id: 'lines',
      type: 'line',
      source: 'data',
      filter: ['has', 'kind'],
      paint: { 'line-color': OUTLINE, 'line-width': ['match', ['get', 'kind'], 'line', 2, 1] },
    },
    below,
  );
  drawing.addLayer(
    {
      id: 'data',
      type: 'circle',
      source: 'data',
      filter: ['!', ['has', 'kind']],
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 0, radiusUpTo(10), 2, radiusUpTo(22)],
        'circle-color': FILL,
        'circle-opacity': 0.42,
        'circle-stroke-color': OUTLINE,
        'circle-stroke-width': 1,
      },
    },
    below,
  );
}

function show(drawing: MapLibre, data: MapData): void {
  const source = drawing.getSource('data') as GeoJSONSource | undefined;
  if (!source) return;
  const most = Math.max(1, ...data.places.features.map((feature) => Number(feature.properties?.count ?? 0)));
  source.setData({
    ...data.places,
    features: data.places.features.map((feature) => ({
      ...feature,
      geometry: drawnPlace(feature.geometry),
      properties: { ...feature.properties, share: data.grid ? Number(feature.properties?.count ?? 0) / most : 0 },
    })),
  });
}

function addPopup(drawing: MapLibre, open: (id: string) => void): void {
  const popup = new Popup({ closeButton: false, closeOnClick: false, offset: 8 });
  drawing.on('mousemove', LAYERS, (event) => {
    const feature = event.features?.[0];
    if (!feature) return;
    const count = Number(feature.properties.count);
    drawing.getCanvas().style.cursor = 'pointer';
    popup.setLngLat(event.lngLat).setText(`${formatCount(count)} ${count === 1 ? 'document' : 'documents'}`);
    popup.addTo(drawing);
  });
  drawing.on('mouseleave', LAYERS, () => {
    drawing.getCanvas().style.cursor = '';
    popup.remove();
  });
  drawing.on('click', LAYERS, (event) => {
    const id = event.features?.[0]?.properties.id;
    if (typeof id === 'string') open(id);
  });
}
