import { Fields, readScalar, readText } from '../reading/fields.ts';
import { isObject, isScalar, type Json, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';

/** Documents with a value, the higher the nearer it is to the origin: half the boost at the pivot. */
export interface DistanceFeatureQuery {
  readonly kind: 'distance_feature';
  readonly field: string;
  /** A date or a point. */
  readonly origin: Json;
  /** A duration or a distance. */
  readonly pivot: Scalar;
  readonly boost: number;
}

export function parseDistanceFeature(value: unknown, path: string): DistanceFeatureQuery {
  const fields = new Fields(value, path, 'distance_feature');
  const node: DistanceFeatureQuery = {
    kind: 'distance_feature',
    field: fields.required('field', readText),
    origin: fields.required('origin', readOrigin),
    pivot: fields.required('pivot', readScalar),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

function readOrigin(value: unknown, path: string): Json {
  if (!isScalar(value) && !isObject(value) && !Array.isArray(value)) throw wrongShape(path, 'a date or a point', value);
  return value as Json;
}

export const printDistanceFeature = ({ field, origin, pivot, boost }: DistanceFeatureQuery): JsonObject =>
  present({ field, origin, pivot, boost: boostOf({ boost }) });
