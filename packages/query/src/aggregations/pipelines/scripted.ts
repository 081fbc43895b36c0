import { Fields, readInteger } from '../../reading/fields.ts';
import { isObject, type JsonObject, present } from '../../reading/json.ts';
import { wrongShape } from '../../reading/refusal.ts';
import type { AggregationForm } from '../definition.ts';
import { illegalArgument } from '../refusal.ts';
import { readBucketsPath } from './buckets-path.ts';
import {
  type GapPolicy,
  type OfBuckets,
  printOfBuckets,
  readGapPolicy,
  readOfBuckets,
  requiresPath,
} from './definition.ts';
import { printScript, readScript, type Script } from './script.ts';

/** A figure computed from the values of a bucket. */
export interface BucketScriptAggregation {
  readonly kind: 'bucket_script';
  /** What `params` holds, by name. */
  readonly paths: Readonly<Record<string, string>>;
  readonly script: Script;
  readonly gapPolicy: GapPolicy;
  readonly format?: string;
}

/** Leaves only the buckets the script is true of. */
export interface BucketSelectorAggregation extends Omit<BucketScriptAggregation, 'kind' | 'format'> {
  readonly kind: 'bucket_selector';
}

export const bucketScriptForm: AggregationForm<BucketScriptAggregation> = {
  shape: 'parent_pipeline',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'bucket_script');
    const node = {
      kind: 'bucket_script',
      ...readCommon(fields, name),
      ...present({ format: fields.text('format') }),
    } as BucketScriptAggregation;
    fields.done();
    return node;
  },
  print: (node) => present({ ...printCommon(node), format: node.format }),
};

export const bucketSelectorForm: AggregationForm<BucketSelectorAggregation> = {
  shape: 'parent_pipeline',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'bucket_selector');
    const node: BucketSelectorAggregation = { kind: 'bucket_selector', ...readCommon(fields, name) };
    fields.done();
    return node;
  },
  print: (node) => present(printCommon(node)),
};

const readCommon = (fields: Fields, name: string) => ({
  paths: readPaths(fields, name),
  script: fields.required('script', (value, path) => readScript(value, path)),
  gapPolicy: readGapPolicy(fields),
});

const printCommon = (node: Omit<BucketSelectorAggregation, 'kind'>) => ({
  buckets_path: node.paths,
  script: printScript(node.script),
  gap_policy: node.gapPolicy === 'skip' ? undefined : node.gapPolicy,
});

/** By name, or without: `_value`, `_value0`, `_value1` … */
function readPaths(fields: Fields, name: string): Readonly<Record<string, string>> {
  const given = fields.take('buckets_path');
  const at = fields.at('buckets_path');
  if (given === undefined) throw requiresPath(fields.owner, name);
  if (typeof given === 'string') return { _value: readBucketsPath(given, at) };
  const entries = Array.isArray(given)
    ? given.map((each, i) => [`_value${i}`, each] as const)
    : Object.entries(isObject(given) ? given : noPaths(given, at));
  return Object.fromEntries(entries.map(([key, each]) => [key, readBucketsPath(each, `${at}.${key}`)]));
}

function noPaths(given: unknown, at: string): never {
  throw wrongShape(at, 'paths by name', given);
}

/** As OpenSearch has it, a list is none here, whatever it holds. */
const severalPaths = (at: string, given: readonly unknown[]) =>
  wrongShape(at, 'one path', given, `[moving_fn] buckets_path doesn't support values of type: START_ARRAY`);

/** A figure over the values of the buckets in a moving window, which ends before the bucket itself. */
export interface MovingFnAggregation extends OfBuckets {
  readonly kind: 'moving_fn';
  readonly window: number;
  /** Moves the window to the right. */
  readonly shift: number;
  /** Of `values`, such as `MovingFunctions.unweightedAvg(values)`. */
  readonly script: Script;
}

export const movingFnForm: AggregationForm<MovingFnAggregation> = {
  shape: 'parent_pipeline',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'moving_fn');
    const window = fields.required('window', (given, at) => readInteger(given, at));
    if (window <= 0) {
      throw illegalArgument('[window] must be a positive, non-zero integer.', `Correct ${fields.at('window')}.`);
    }
    const given = fields.take('buckets_path');
    if (Array.isArray(given)) throw severalPaths(fields.at('buckets_path'), given);
    const node: MovingFnAggregation = {
      kind: 'moving_fn',
      ...readOfBuckets(fields, name),
      window,
      shift: fields.optional('shift', (given, at) => readInteger(given, at)) ?? 0,
      script: fields.required('script', (given, at) => readScript(given, at)),
    };
    if (node.format === '')
      throw illegalArgument('[format] must not be null or empty', `Leave ${fields.at('format')} out.`);
    fields.done();
    return node;
  },
  print: (node): JsonObject =>
    present({
      ...printOfBuckets(node),
      window: node.window,
      shift: node.shift === 0 ? undefined : node.shift,
      script: printScript(node.script),
    }),
};
