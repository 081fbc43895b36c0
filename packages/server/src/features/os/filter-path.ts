import { isRawNumber, wildcard } from '@datasarana/schema';

/** A step of a pattern, and the one behind it. */
interface Step {
  readonly isAnyDepth: boolean;
  readonly fits: (key: string) => boolean;
  readonly next: Step | null;
}

function patternOf(text: string): readonly Step[] {
  const names = text.split(/(?<!\\)\./).map((name) => name.replaceAll('\\.', '.'));
  // any depth below any depth is any depth
  const told = names.filter((name, i) => name !== '**' || names[i - 1] !== '**');
  const first = told.reduceRight<Step | null>(
    (next, name) => ({ isAnyDepth: name === '**', fits: wildcard(name), next }),
    null,
  );
  return first === null ? [] : [first];
}

type Patterns = ReadonlySet<Step>;

/** The patterns that go on below `key`, each once however it is come to; `done` when one ends there. */
function below(patterns: Patterns, key: string): { readonly done: boolean; readonly rest: Patterns } {
  const rest = new Set<Step>();
  let done = false;
  const goOn = (step: Step): void => {
    if (step.isAnyDepth) rest.add(step);
    else if (!step.fits(key)) return;
    if (step.next === null) done = true;
    else if (step.isAnyDepth) goOn(step.next);
    else rest.add(step.next);
  };
  for (const step of patterns) goOn(step);
  return { done, rest };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isRawNumber(value);

function included(value: unknown, patterns: Patterns): unknown {
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
function excluded(value: unknown, patterns: Patterns): unknown {
  if (patterns.size === 0 || !isObject(value)) return value;
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
  const steps = (named: readonly string[]): Patterns => new Set(named.flatMap(patternOf));
  const without = steps(patterns.filter((pattern) => pattern.startsWith('-')).map((pattern) => pattern.slice(1)));
  const wanted = steps(patterns.filter((pattern) => !pattern.startsWith('-')));
  const kept = wanted.size === 0 ? body : (included(body, wanted) ?? {});
  return without.size === 0 ? kept : (excluded(kept, without) ?? {});
}
