import { METRES } from '../clauses/geo-distance.ts';
import { type GeoPoint, readPoint } from '../clauses/geo-point.ts';
import { Fields, readChoice, readNumber } from '../reading/fields.ts';
import { isObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { type AggregationForm, readField } from './definition.ts';
import { type BucketRange, printRanges, readRanges } from './range.ts';

const TYPES = ['arc', 'plane'] as const;

/** Rings around an origin: one bucket per range of distances in `unit`. */
export interface GeoDistanceAggregation {
  readonly kind: 'geo_distance';
  readonly field: string;
  readonly origin: GeoPoint;
  /** A unit of `METRES`. */
  readonly unit: string;
  /** `plane` is accepted; distances are always those on the sphere, which are exact. */
  readonly distanceType: (typeof TYPES)[number];
  readonly ranges: readonly BucketRange<number>[];
  readonly keyed: boolean;
}

function readDistanceLimit(value: unknown, path: string): number {
  if (typeof value === 'string') throw wrongShape(path, 'a number', value);
  return readNumber(value, path);
}

/** In an object degrees are numbers here, other than in the clauses. */
function readOrigin(value: unknown, path: string): GeoPoint {
  if (isObject(value) && [value.lat, value.lon].some((degrees) => typeof degrees === 'string'))
    throw wrongShape(path, 'lat and lon as numbers', value);
  return readPoint(value, path);
}

export const geoDistanceRingsForm: AggregationForm<GeoDistanceAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'geo_distance');
    const node: GeoDistanceAggregation = {
      kind: 'geo_distance',
      field: readField(fields),
      origin: fields.required('origin', readOrigin),
      unit: fields.optional('unit', (given, at) => readChoice(given, at, Object.keys(METRES))) ?? 'm',
      distanceType: fields.choice('distance_type', TYPES) ?? 'arc',
      ranges: readRanges(fields, name, readDistanceLimit),
      keyed: fields.flag('keyed', false),
    };
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      field: node.field,
      origin: { lat: node.origin.lat, lon: node.origin.lon },
      unit: node.unit === 'm' ? undefined : node.unit,
      distance_type: node.distanceType === 'arc' ? undefined : node.distanceType,
      ranges: printRanges(node.ranges),
      keyed: node.keyed || undefined,
    }),
};
