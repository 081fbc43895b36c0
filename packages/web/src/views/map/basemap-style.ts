import latin from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2?url';
import latinExtended from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff2?url';
import type { StyleSpecification } from 'maplibre-gl';

/** Layers of data go below this one, so that names stay readable. */
export const FIRST_LABEL = 'country-names';

const HALO = { 'text-color': '#BDBDBD', 'text-halo-color': '#2D2D2D', 'text-halo-width': 1.2 } as const;
const FONT = ['Noto Sans'];

/** The bundled offline world map (MAP-14): nothing is fetched from outside the platform. */
export function basemapStyle(labels: boolean): StyleSpecification {
  const source = (name: string) => ({
    type: 'geojson' as const,
    data: `/basemap/${name}.json`,
    maxzoom: 8,
    tolerance: 0.4,
  });
  return {
    version: 8,
    'font-faces': {
      'Noto Sans': [
        { url: absolute(latin), 'unicode-range': ['U+0000-00FF', 'U+2000-206F'] },
        { url: absolute(latinExtended), 'unicode-range': ['U+0100-02BA', 'U+1E00-1E9F'] },
      ],
    },
    sources: {
      land: source('land'),
      borders: source('borders'),
      countries: source('countries'),
      places: source('places'),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': '#2D2D2D' } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': '#3B3B3B' } },
      { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': '#525252', 'line-width': 0.6 } },
      { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': '#525252', 'line-width': 0.8 } },
      {
        id: FIRST_LABEL,
        type: 'symbol',
        source: 'countries',
        filter: ['<=', ['get', 'minzoom'], ['zoom']],
        layout: {
          visibility: labels ? 'visible' : 'none',
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': ['interpolate', ['linear'], ['zoom'], 2, 10, 6, 14],
          'symbol-sort-key': ['-', 0, ['get', 'size']],
        },
        paint: HALO,
        maxzoom: 6,
      },
      {
        id: 'place-names',
        type: 'symbol',
        source: 'places',
        filter: ['<=', ['get', 'rank'], ['zoom']],
        layout: {
          visibility: labels ? 'visible' : 'none',
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': 11,
          'symbol-sort-key': ['get', 'rank'],
        },
        paint: HALO,
      },
    ],
  };
}

const absolute = (url: string): string => new URL(url, document.baseURI).href;
