import { readText } from '../../reading/fields.ts';
import { illegalArgument } from '../refusal.ts';

/** Names to follow from a bucket: of aggregations, keys in quotes, `_count`, `_key`, `_bucket_count`, a metric's value. */
export type BucketsPath = readonly string[];

/** `filter1>stats1.max` → filter1, stats1, max; `terms1['a']>avg1` → terms1, 'a', avg1; `p1[99.9]` → p1, 99.9. */
export function parseBucketsPath(path: string): BucketsPath {
  const steps = path.split('>');
  return steps.flatMap((step, i) => {
    const bracket = step.lastIndexOf('[');
    if (bracket >= 0) {
      if (bracket === 0 || !step.endsWith(']') || bracket > step.length - 3) throw brokenPath(path);
      return [step.slice(0, bracket), step.slice(bracket + 1, -1)];
    }
    const dot = i === steps.length - 1 ? step.lastIndexOf('.') : -1;
    if (step === '' || dot === 0 || dot === step.length - 1) throw brokenPath(path);
    return dot < 0 ? [step] : [step.slice(0, dot), step.slice(dot + 1)];
  });
}

const brokenPath = (path: string) =>
  illegalArgument(
    `Invalid path element in path [${path}]`,
    'Write aggregations with > between them and a metric’s value behind a dot: filter1>stats1.max',
  );

export function readBucketsPath(value: unknown, path: string): string {
  const text = readText(value, path);
  parseBucketsPath(text);
  return text;
}
