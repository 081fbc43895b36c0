import { DATES, type FuzzField } from './fields.ts';
import type { Random } from './random.ts';

type Body = Readonly<Record<string, unknown>>;

/** A composite of two of the fields; of a point the tile it lies in. */
export function compositeOf(random: Random, fields: readonly FuzzField[], points: readonly FuzzField[] = []): Body {
  const source = (name: string): Body => {
    const field = random.pick(points.length > 0 && random.chance(0.3) ? points : fields);
    const order = random.maybe(0.4, () => ({ order: random.pick(['asc', 'desc']) }));
    const missing = random.maybe(0.3, () => ({
      missing_bucket: true,
      ...random.maybe(0.4, () => ({ missing_order: random.pick(['first', 'last', 'default']) })),
    }));
    return { [name]: sourceOf(random, field, { field: field.path, ...order, ...missing }) };
  };
  return { composite: { size: random.pick([3, 50]), sources: [source('s0'), source('s1')] } };
}

function sourceOf(random: Random, { type }: FuzzField, base: Body): Body {
  if (DATES.has(type) && random.chance(0.6)) {
    const zone = random.maybe(0.4, () => ({ time_zone: random.pick(['Europe/Berlin', '-03:00']) }));
    const format = random.maybe(0.3, () => ({ format: 'yyyy-MM-dd' }));
    const interval = random.pick<Body>([
      ...['year', 'month', 'day'].map((calendar_interval) => ({ calendar_interval })),
      { fixed_interval: '12h' },
    ]);
    return { date_histogram: { ...base, ...interval, ...zone, ...format } };
  }
  if ((type === 'double' || type === 'integer' || type === 'short') && random.chance(0.4)) {
    return { histogram: { ...base, interval: random.pick([1, 10, 0.5]) } };
  }
  if (type === 'geo_point') return { geotile_grid: { ...base, precision: random.int(0, 9) } };
  return { terms: base };
}
