import { isRawNumber, wildcard } from '@datasarana/schema';

type Steps = readonly string[];

const stepsOf = (pattern: string): Steps => pattern.split(/(?<!\\)\./).map((step) => step.replaceAll('\\.', '.'));

const fits = (step: string, key: string): boolean => wildcard(step)(key);

/** The patterns that go on below `key`; `done` when one ends there. */
function below(patterns: readonly Steps[], key: string): { readonly done: boolean; readonly rest: readonly Steps[] } {
  const rest: Steps[] = [];
  let done = false;
  for (const pattern of patterns) {
    const [first = '', ...others] = pattern;
    if (first === '**') {
      rest.push(pattern);
      const next = below([others], key);
      if (others.length === 0 || next.done) done = true;
      rest.push(...next.rest);
    } else if (fits(first, key)) {
      if (others.length === 0) done = true;
      else rest.push(others);
    }
  }
  return { done, rest };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isRawNumber(value);

function included(value: unknown, patterns: readonly Steps[]): unknown {
  if (Array.isArray(value)) {
    const kept = value.map((each) => included(each, patterns)).filter((each) => each !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (!isObject(value)) return undefined;
  const kept = Object.entries(value).flatMap(([key, inner]) => {
    const { done, rest } = below(patterns, key);
    const part = done ? inner : included(inner, rest);
    return part === undefined ? [] : [[key, part] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** What holds nothing is not told where something in it could have been taken away. */
function excluded(value: unknown, patterns: readonly Steps[]): unknown {
  if (patterns.length === 0 || !isObject(value)) return value;
  if (Array.isArray(value)) {
    const kept = value.map((each) => excluded(each, patterns)).filter((each) => each !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  const kept = Object.entries(value).flatMap(([key, inner]) => {
    const { done, rest } = below(patterns, key);
    const part = done ? undefined : excluded(inner, rest);
    return part === undefined ? [] : [[key, part] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The parts of an answer that `filter_path` names; patterns with `-` in front take parts away. */
export function filterPath(body: unknown, patterns: readonly string[]): unknown {
  const without = patterns.filter((pattern) => pattern.startsWith('-')).map((pattern) => stepsOf(pattern.slice(1)));
  const wanted = patterns.filter((pattern) => !pattern.startsWith('-')).map(stepsOf);
  const kept = wanted.length === 0 ? body : (included(body, wanted) ?? {});
  return without.length === 0 ? kept : (excluded(kept, without) ?? {});
}
