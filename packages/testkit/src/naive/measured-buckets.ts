import {
  type AggregationKinds,
  AUTO_UNITS,
  type AutoUnit,
  distanceMetres,
  type GeoPoint,
  METRES,
  nextDate,
  roundDate,
  zoneOf,
} from '@datasarana/query';
import { type Bucket, dateText, groupBy, kept } from './buckets.ts';
import { isPoint } from './documents.ts';
import { javaDouble, type Rows, valuesFor } from './metrics.ts';
import { isInBox } from './place-matches.ts';

/** `zoom/x/y` of Web Mercator. */
export function tileName({ lat, lon }: GeoPoint, zoom: number): string {
  const tiles = 2 ** zoom;
  const held = (place: number) => Math.max(0, Math.min(Math.floor(place), tiles - 1));
  const sine = Math.sin((Math.max(-85.0511287798066, Math.min(85.0511287798066, lat)) * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return `${zoom}/${held(((lon + 180) / 360) * tiles)}/${held(y * tiles)}`;
}

const column = (name: unknown, at: 1 | 2): number => Number(String(name).split('/')[at]);

/** The fullest tiles; of tiles with as many rows the one further east, then south, comes first. */
export function tileBuckets(rows: Rows, of: AggregationKinds['geotile_grid']): readonly Bucket[] {
  const { bounds } = of;
  const found = groupBy(rows, (document) =>
    valuesFor(rows.index, document, of)
      .filter(isPoint)
      .filter((point) => bounds === undefined || isInBox(point, bounds))
      .map((point) => tileName(point, of.precision)),
  );
  return found
    .toSorted(
      (a, b) =>
        b.documents.length - a.documents.length ||
        column(b.key, 1) - column(a.key, 1) ||
        column(b.key, 2) - column(a.key, 2),
    )
    .slice(0, of.size);
}

/** Rings around the origin, in the order they were asked in. */
export function distanceBuckets(rows: Rows, of: AggregationKinds['geo_distance']): readonly Bucket[] {
  const unit = METRES[of.unit] ?? 1;
  const rings = of.ranges.map(({ key, from = 0, to }) => ({ key, from, to }));
  const end = (limit: number | undefined) => (limit === undefined ? '*' : javaDouble(limit));
  return rings.map(({ key, from, to }) => ({
    key: key ?? `${from === 0 ? '*' : javaDouble(from)}-${end(to)}`,
    shown: kept({ from, to }),
    documents: rows.documents.filter((document) =>
      valuesFor(rows.index, document, of)
        .filter(isPoint)
        .map((point) => distanceMetres(of.origin, point) / unit)
        .some((away) => away >= from && away < (to ?? Number.POSITIVE_INFINITY)),
    ),
  }));
}

const MULTIPLES: Readonly<Record<AutoUnit, readonly number[]>> = {
  second: [1, 5, 10, 30],
  minute: [1, 5, 10, 30],
  hour: [1, 3, 12],
  day: [1, 7],
  month: [1, 3],
  year: [1, 5, 10, 20, 50, 100],
};
const LETTERS: Readonly<Record<AutoUnit, string>> = {
  second: 's',
  minute: 'm',
  hour: 'h',
  day: 'd',
  month: 'M',
  year: 'y',
};

/** The first unit and multiple whose buckets, empty ones included, are few enough. */
export function autoDateBuckets(rows: Rows, of: AggregationKinds['auto_date_histogram']) {
  const zone = zoneOf(of.timeZone);
  const moments = rows.documents.flatMap((document) =>
    valuesFor(rows.index, document, { field: of.field }).map(Number),
  );
  if (moments.length === 0) return { buckets: [], interval: '1s' };
  const [least, most] = [Math.min(...moments), Math.max(...moments)];
  for (const unit of AUTO_UNITS.slice(AUTO_UNITS.indexOf(of.minimumInterval))) {
    const rounding = { interval: { kind: 'calendar', unit } as const, zone, offset: 0 };
    const steps = MULTIPLES[unit];
    const limit = of.buckets * (steps.at(-1) ?? 1);
    const starts: number[] = [];
    for (let at = roundDate(least, rounding); at <= most && starts.length <= limit; at = nextDate(at, rounding)) {
      starts.push(at);
    }
    if (starts.length > limit && unit !== 'year') continue;
    const step = steps.find((each) => Math.ceil(starts.length / each) <= of.buckets) ?? 1;
    const merged = starts.filter((_, i) => i % step === 0);
    const buckets = merged.map((start, i): Bucket => {
      const end = merged[i + 1] ?? Number.POSITIVE_INFINITY;
      const documents = rows.documents.filter((document) =>
        valuesFor(rows.index, document, { field: of.field }).some((at) => Number(at) >= start && Number(at) < end),
      );
      return { key: start, shown: { key_as_string: dateText(start, of.format, of.timeZone) }, documents };
    });
    return { buckets, interval: `${step}${LETTERS[unit]}` };
  }
  return { buckets: [], interval: '1s' };
}

interface Cluster {
  readonly values: readonly number[];
}

const middle = ({ values }: Cluster): number => values.reduce((a, b) => a + b, 0) / values.length;

/** Neighbours whose means are closest are joined until few enough are left. */
export function widthBuckets(rows: Rows, of: AggregationKinds['variable_width_histogram']): readonly Bucket[] {
  const numbers = rows.documents.flatMap((document) => valuesFor(rows.index, document, of).map(Number));
  let clusters: readonly Cluster[] = [...new Set(numbers)]
    .sort((a, b) => a - b)
    .map((value) => ({ values: numbers.filter((each) => each === value) }));
  while (clusters.length > of.buckets) {
    const gaps = clusters.slice(1).map((cluster, i) => middle(cluster) - middle(clusters[i] ?? cluster));
    const at = gaps.indexOf(Math.min(...gaps));
    const joined = { values: [...(clusters[at]?.values ?? []), ...(clusters[at + 1]?.values ?? [])] };
    clusters = [...clusters.slice(0, at), joined, ...clusters.slice(at + 2)];
  }
  return clusters.map((cluster) => {
    const [min, max] = [Math.min(...cluster.values), Math.max(...cluster.values)];
    return {
      key: middle(cluster),
      shown: { min, max },
      documents: rows.documents.filter((document) =>
        valuesFor(rows.index, document, of).some((value) => Number(value) >= min && Number(value) <= max),
      ),
    };
  });
}
