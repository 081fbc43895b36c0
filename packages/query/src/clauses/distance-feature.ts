import { ClauseFields, readText } from '../reading/fields.ts';
import { isObject, isScalar, type Json, type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';

/** Documents with a value, the higher the nearer it is to the origin: half the boost at the pivot. */
export interface DistanceFeatureQuery {
  readonly kind: 'distance_feature';
  readonly field: string;
  /** A date or a point. */
  readonly origin: Json;
  /** A duration or a distance. */
  readonly pivot: string;
  readonly boost: number;
}

export function parseDistanceFeature(value: unknown, path: string): DistanceFeatureQuery {
  const fields = new ClauseFields(value, path, 'distance_feature');
  const node: DistanceFeatureQuery = {
    kind: 'distance_feature',
    field: fields.required('field', readText),
    origin: fields.required('origin', readOrigin),
    pivot: fields.required('pivot', readPivot),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

function readPivot(value: unknown, path: string): string {
  if (typeof value !== 'number') return readText(value, path);
  const reason = "[distance_feature] pivot doesn't support values of type: VALUE_NUMBER";
  throw wrongShape(path, 'a duration or a distance such as 10d or 5km', value, reason);
}

function readOrigin(value: unknown, path: string): Json {
  const isPoint = isObject(value) || (Array.isArray(value) && value.every((each) => typeof each === 'number'));
  if (!isScalar(value) && !isPoint) throw wrongShape(path, 'a date or a point', value);
  return value as Json;
}

export const printDistanceFeature = ({ field, origin, pivot, boost }: DistanceFeatureQuery): JsonObject =>
  present({ field, origin, pivot, boost: boostOf({ boost }) });
