import { ClauseFields, readFieldEntry, readNumber, readPattern, readScalar } from '../reading/fields.ts';
import { isObject, type Json, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';

/** What a function of function_score computes. */
export type ScoreValue = FieldValueFactor | RandomScore | Decay;

export const SCORE_VALUES = ['field_value_factor', 'random_score', 'gauss', 'exp', 'linear'] as const;

export const MODIFIERS = [
  ...['none', 'log', 'log1p', 'log2p', 'ln', 'ln1p', 'ln2p', 'square', 'sqrt', 'reciprocal'],
] as const;

/** The value of a field times a factor, then changed. */
export interface FieldValueFactor {
  readonly kind: 'field_value_factor';
  readonly field: string;
  readonly factor: number;
  readonly modifier: string;
  /** For documents without a value; absent = an error. */
  readonly missing?: number;
}

/** A number from 0 to below 1; the same for the same seed and value of the field. */
export interface RandomScore {
  readonly kind: 'random_score';
  readonly seed?: string | number;
  readonly field?: string;
}

/** Which of the distances of several values counts. */
export const MULTI_VALUE_MODES = ['min', 'max', 'avg', 'sum'] as const;
export type MultiValueMode = (typeof MULTI_VALUE_MODES)[number];

/** 1 at the origin, `decay` at `scale` from it (plus `offset`), less beyond. */
export interface Decay {
  readonly kind: 'gauss' | 'exp' | 'linear';
  readonly field: string;
  /** A number, date or point; absent = now, for dates only. */
  readonly origin?: Json;
  /** A number, duration or distance. */
  readonly scale: Scalar;
  readonly offset: Scalar;
  readonly decay: number;
  readonly multiValueMode: MultiValueMode;
}

export function readScoreValue(kind: ScoreValue['kind'], value: unknown, path: string): ScoreValue {
  if (kind === 'field_value_factor') return readFactor(value, path);
  if (kind === 'random_score') return readRandom(value, path);
  return readDecay(kind, value, path);
}

function readFactor(value: unknown, path: string): FieldValueFactor {
  const fields = new ClauseFields(value, path, 'field_value_factor', 'all');
  const node: FieldValueFactor = {
    kind: 'field_value_factor',
    field: fields.required('field', readPattern),
    factor: fields.optional('factor', (given, at) => readNumber(given, at)) ?? 1,
    modifier: fields.choice('modifier', MODIFIERS) ?? 'none',
    ...present({ missing: fields.optional('missing', (given, at) => readNumber(given, at)) }),
  };
  fields.done();
  return node;
}

function readRandom(value: unknown, path: string): RandomScore {
  const fields = new ClauseFields(value, path, 'random_score', 'all');
  const node = present({
    kind: 'random_score' as const,
    seed: fields.optional('seed', readSeed),
    field: fields.text('field'),
  });
  fields.done();
  return node as RandomScore;
}

function readSeed(value: unknown, path: string): string | number {
  if (typeof value === 'string' || Number.isSafeInteger(value)) return value as string | number;
  throw wrongShape(path, 'a whole number or a text', value);
}

function readDecay(kind: Decay['kind'], value: unknown, path: string): Decay {
  const outer = new ClauseFields(value, path, kind);
  const multiValueMode = outer.choice('multi_value_mode', MULTI_VALUE_MODES) ?? 'min';
  const { field, body, path: at } = readFieldEntry(outer, kind);
  const fields = new ClauseFields(body, at, kind);
  const node: Decay = {
    kind,
    field,
    ...present({ origin: fields.optional('origin', readOrigin) }),
    scale: fields.required('scale', readScalar),
    offset: fields.optional('offset', readScalar) ?? 0,
    decay: fields.optional('decay', readDecayRate) ?? 0.5,
    multiValueMode,
  } as Decay;
  fields.done();
  return node;
}

function readDecayRate(value: unknown, path: string): number {
  const rate = readNumber(value, path, { min: 0, max: 1 });
  if (rate === 0 || rate === 1) throw wrongShape(path, 'a number between 0 and 1', value);
  return rate;
}

function readOrigin(value: unknown, path: string): Json {
  const isPoint = isObject(value) || (Array.isArray(value) && value.every((each) => typeof each === 'number'));
  if (!isPoint && typeof value !== 'string' && typeof value !== 'number') {
    throw wrongShape(path, 'a number, a date or a point', value);
  }
  return value as Json;
}

export function printScoreValue(value: ScoreValue): JsonObject {
  if (value.kind === 'random_score') return { random_score: present({ seed: value.seed, field: value.field }) };
  if (value.kind === 'field_value_factor') {
    const { field, factor, modifier, missing } = value;
    return { field_value_factor: present({ field, factor, modifier, missing }) };
  }
  const { kind, field, origin, scale, offset, decay, multiValueMode } = value;
  const rest = multiValueMode === 'min' ? {} : { multi_value_mode: multiValueMode };
  return { [kind]: { [field]: present({ origin, scale, offset, decay }), ...rest } };
}
