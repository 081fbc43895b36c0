import { MAX_TERMS } from '../clauses/terms.ts';
import { Fields, readInteger, readScalar } from '../reading/fields.ts';
import { isObject, type Json, type Scalar } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { illegalArgument } from './refusal.ts';

/**
 * Values to keep or leave out: a list of exact values, a Lucene regular expression over the whole value, or one of
 * several partitions that every value falls into.
 */
export type TermsSelection =
  | { readonly kind: 'values'; readonly values: readonly Scalar[] }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'partition'; readonly partition: number; readonly partitions: number };

export function readSelection(value: unknown, path: string): TermsSelection {
  if (typeof value === 'string') return { kind: 'pattern', pattern: value };
  if (isObject(value)) return readPartition(value, path);
  if (!Array.isArray(value) || value.length > MAX_TERMS) {
    throw wrongShape(path, `a pattern or a list of at most ${MAX_TERMS} values`, value);
  }
  return { kind: 'values', values: value.map((entry, index) => readScalar(entry, `${path}[${index}]`)) };
}

function readPartition(value: Readonly<Record<string, unknown>>, path: string): TermsSelection {
  const fields = new Fields(value, path, 'a partition');
  const partition = fields.optional('partition', (given, at) => readInteger(given, at));
  const partitions = fields.optional('num_partitions', (given, at) => readInteger(given, at));
  fields.done();
  if (partition === undefined || partitions === undefined) {
    const missing = partition === undefined ? 'partition' : 'num_partitions';
    throw illegalArgument(`Missing [${missing}] parameter for partition-based include`, `Add it to ${path}.`);
  }
  if (partition < 0 || partition >= partitions) {
    throw illegalArgument(
      `Partition must be >=0 and < numPartition which is ${partitions}`,
      `Correct ${path}.partition.`,
    );
  }
  return { kind: 'partition', partition, partitions };
}

export function printSelection(selection: TermsSelection | undefined): Json | undefined {
  switch (selection?.kind) {
    case undefined:
      return undefined;
    case 'values':
      return selection.values;
    case 'pattern':
      return selection.pattern;
    case 'partition':
      return { partition: selection.partition, num_partitions: selection.partitions };
  }
}
