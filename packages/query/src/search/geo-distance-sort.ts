import type { PlatformError } from '@datasarana/schema';
import { METRES } from '../clauses/geo-distance.ts';
import { type GeoPoint, readPoint, readValidation } from '../clauses/geo-point.ts';
import type { Fields } from '../reading/fields.ts';
import { type Json, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';

/** By how far a point of the document lies from the given ones, on the great circle. */
export interface GeoDistanceSort {
  readonly kind: '_geo_distance';
  readonly field: string;
  readonly points: readonly GeoPoint[];
  readonly order: 'asc' | 'desc';
  /** What sort values are told in: a name of `METRES`. */
  readonly unit: string;
  /** Which of several distances counts; absent = min when ascending, max when descending. */
  readonly mode?: 'min' | 'max' | 'avg' | 'median';
  readonly ignoreUnmapped: boolean;
}

export function readGeoDistanceSort(fields: Fields): GeoDistanceSort {
  const order = fields.choice('order', ['asc', 'desc']) ?? 'asc';
  const unit = fields.text('unit') ?? 'm';
  if (!Object.hasOwn(METRES, unit))
    throw wrongShape(fields.at('unit'), `one of ${Object.keys(METRES).join(', ')}`, unit);
  const mode = fields.choice('mode', ['min', 'max', 'avg', 'median', 'sum']);
  if (mode === 'sum') {
    const reason = "sort_mode [sum] isn't supported for sorting by geo distance";
    throw wrongShape(fields.at('mode'), 'min, max, avg or median', mode, reason);
  }
  fields.choice('distance_type', ['arc', 'plane']);
  const ignoreUnmapped = fields.flag('ignore_unmapped', false);
  const validation = readValidation(fields);
  const [field, ...more] = fields.rest();
  const nowhere = (): PlatformError =>
    wrongShape(fields.path, 'a field with points', undefined, 'Geo distance sorting needs at least one point.');
  if (field === undefined) throw nowhere();
  if (more.length > 0) fields.done();
  const given = fields.take(field);
  const several = Array.isArray(given) && typeof given[0] !== 'number';
  const points = (several ? given : [given]).map((each, i) =>
    readPoint(each, several ? `${fields.at(field)}[${i}]` : fields.at(field), validation),
  );
  if (points.length === 0) throw nowhere();
  return { kind: '_geo_distance', field, points, order, unit, ignoreUnmapped, ...present({ mode }) };
}

export const printGeoDistanceSort = (sort: GeoDistanceSort): Json => ({
  _geo_distance: present({
    [sort.field]: sort.points.map(({ lat, lon }) => ({ lat, lon })),
    order: sort.order,
    unit: sort.unit === 'm' ? undefined : sort.unit,
    mode: sort.mode,
    ignore_unmapped: sort.ignoreUnmapped || undefined,
  }),
});
