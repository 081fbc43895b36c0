/**
 * Draws the picture of the sign-in page from real data: states of `us-10m.json` and the airports of `airports.csv`
 * (npm package vega-datasets) in the Albers projection of the United States. Writes public/login-map.svg.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { feature, mesh } from 'topojson-client';

type Point = readonly [number, number];

const datasets = new URL('../../../node_modules/vega-datasets/data/', import.meta.url);
const data = (name: string): string => readFileSync(new URL(name, datasets), 'utf8');
const radians = Math.PI / 180;

/** Albers' equal-area conic projection (Snyder 1987, p. 100), y downwards. */
const albers = (parallels: Point, centre: Point, scale: number, at: Point) => {
  const [first, second] = [Math.sin(parallels[0] * radians), Math.sin(parallels[1] * radians)];
  const n = (first + second) / 2;
  const c = 1 + first * (2 * n - first);
  const distance = (latitude: number) => Math.sqrt(c - 2 * n * Math.sin(latitude * radians)) / n;
  const origin = distance(centre[1]);
  return ([longitude, latitude]: Point): Point => {
    const turn = ((((longitude - centre[0] + 540) % 360) + 360) % 360) - 180;
    const angle = n * turn * radians;
    const reach = distance(latitude);
    return [at[0] + scale * reach * Math.sin(angle), at[1] - scale * (origin - reach * Math.cos(angle))];
  };
};

const mainland = albers([29.5, 45.5], [-96, 38], 1070, [490, 270]);
const alaska = albers([55, 65], [-154, 58.5], 390, [130, 470]);
const hawaii = albers([8, 18], [-157, 20.7], 1070, [300, 500]);

/** Outlying islands would stand far below the rest. */
const project = (point: Point): Point | undefined => {
  const at = place(point);
  return at && at[1] < 585 ? at : undefined;
};

const place = (point: Point): Point | undefined => {
  const [longitude, latitude] = point;
  if (latitude > 50) return alaska(point);
  if (longitude > 0) return undefined;
  if (latitude < 18.5 || (longitude < -161 && latitude < 30)) return undefined;
  if (longitude < -140) return latitude < 30 ? hawaii(point) : alaska(point);
  return latitude > 24 && longitude < -60 ? mainland(point) : undefined;
};

/** Douglas-Peucker: drops points that lie nearer than `tolerance` to the line. */
const simplify = (line: readonly Point[], tolerance: number): readonly Point[] => {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return line;
  const length = Math.hypot(last[0] - first[0], last[1] - first[1]);
  let worst = 0;
  let at = 0;
  line.forEach(([x, y], index) => {
    const away =
      length === 0
        ? Math.hypot(x - first[0], y - first[1])
        : Math.abs((last[0] - first[0]) * (first[1] - y) - (first[0] - x) * (last[1] - first[1])) / length;
    if (away > worst) [worst, at] = [away, index];
  });
  if (worst < tolerance) return [first, last];
  return [...simplify(line.slice(0, at + 1), tolerance).slice(0, -1), ...simplify(line.slice(at), tolerance)];
};

const short = (value: number): string => String(Math.round(value * 10) / 10);
const path = (lines: readonly (readonly (readonly number[])[])[], close: boolean): string =>
  lines
    .map((line) =>
      line.map(([x, y]) => project([x ?? 0, y ?? 0])).filter((point): point is Point => point !== undefined),
    )
    .map((line) => simplify(line, 0.7))
    .filter((line) => line.length > (close ? 3 : 1))
    .map((line) => `M${line.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}${close ? 'Z' : ''}`)
    .join('');

const topology = JSON.parse(data('us-10m.json'));
const { states } = topology.objects;
const land = feature(topology, topology.objects.land);
const polygons = ('features' in land ? land.features : [land]).flatMap(({ geometry }) =>
  geometry.type === 'MultiPolygon'
    ? geometry.coordinates.flat()
    : geometry.type === 'Polygon'
      ? geometry.coordinates
      : [],
);
const borders = mesh(topology, states, (a, b) => a !== b).coordinates;

const dots = data('airports.csv')
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const cells = line.split(',');
    const point = project([Number(cells.at(-1)), Number(cells.at(-2))]);
    return point ? [`M${short(point[0])} ${short(point[1])}h0`] : [];
  });

// The picture's frame: what is drawn, with a little air.
const bounds = '-8 14 890 578';

writeFileSync(
  new URL('../public/login-map.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${bounds}"><path d="${path(polygons, true)}" fill="#303030" stroke="#4b4b4b" stroke-width=".8"/><path d="${path(borders, false)}" fill="none" stroke="#3b3b3b" stroke-width=".7"/><path d="${dots.join('')}" fill="none" stroke="#75ddd3" stroke-opacity=".72" stroke-width="2.7" stroke-linecap="round"/></svg>\n`,
);
console.log(`${dots.length} airports`);
