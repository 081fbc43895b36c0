import type { Comparison } from './comparison.ts';
import { textBytes } from './text-test.ts';

/** Whether a value passes, which is one of some by its place. */
export type Passes = (value: unknown, at: number) => boolean;

/** Whether a value passes all comparisons; patterns read texts as bytes, which are made once for all questions. */
export function passing(comparisons: readonly Comparison[], keys: readonly unknown[]): Passes {
  const compared = comparisons.filter(({ isPresence }) => isPresence !== true);
  const tests = compared.flatMap(({ equals, text }) => (equals === undefined && text !== null ? [text] : []));
  if (tests.length === 0 || tests.length < compared.length)
    return (value) => comparisons.every((each) => each.passes(value));
  const texts = bytesOf(keys);
  return (_, at) => {
    const bytes = texts[at] ?? null;
    return bytes !== null && tests.every((test) => test(bytes, 0));
  };
}

const known = new WeakMap<readonly unknown[], readonly (Uint8Array | null)[]>();

function bytesOf(keys: readonly unknown[]): readonly (Uint8Array | null)[] {
  const made = known.get(keys) ?? keys.map((key) => (typeof key === 'string' ? textBytes(key) : null));
  known.set(keys, made);
  return made;
}
