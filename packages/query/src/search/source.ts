import { isRawNumber, wildcard } from '@datasarana/schema';
import { Fields, readNames, readOneOrMany, readText } from '../reading/fields.ts';
import { isObject, type Json, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';

/** Which parts of a document an answer carries. Patterns may hold `*`; an object's name stands for all below it. */
export type SourceFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'fields'; readonly includes: readonly string[]; readonly excludes: readonly string[] };

export const ALL_SOURCE: SourceFilter = { kind: 'all' };

const readPatterns = (value: unknown, path: string) => readOneOrMany(value, path, readText);

export function readSource(value: unknown, path: string): SourceFilter {
  if (value === true) return ALL_SOURCE;
  if (value === false) return { kind: 'none' };
  if (!isObject(value)) return filterOf(readNames(value, path), [], path);
  const fields = new Fields(value, path, '_source');
  const includes = fields.optional('includes', readPatterns) ?? fields.optional('include', readPatterns) ?? [];
  const excludes = fields.optional('excludes', readPatterns) ?? fields.optional('exclude', readPatterns) ?? [];
  fields.done();
  return filterOf(includes, excludes, path);
}

/** So many patterns are held against each path of a document. */
const MOST_PATTERNS = 1000;

function filterOf(includes: readonly string[], excludes: readonly string[], path: string): SourceFilter {
  if (includes.length + excludes.length === 0) return ALL_SOURCE;
  const patterns = [...includes, ...excludes].filter((each) => each.includes('*')).length;
  if (patterns > MOST_PATTERNS) throw wrongShape(path, `at most ${MOST_PATTERNS} patterns with *`, patterns);
  return { kind: 'fields', includes, excludes };
}

export function printSource(source: SourceFilter): Json | undefined {
  if (source.kind === 'all') return undefined;
  if (source.kind === 'none') return false;
  return present({ includes: source.includes, excludes: source.excludes.length === 0 ? undefined : source.excludes });
}

/**
 * The part of a document the filter lets through. As in OpenSearch an object that is wanted stays when nothing of it does,
 * but not as one of a list.
 */
export function filterSource(document: Readonly<Record<string, unknown>>, source: SourceFilter): unknown {
  if (source.kind === 'all') return document;
  if (source.kind === 'none') return undefined;
  return keep(document, '', testsOf(source)) ?? {};
}

const known = new WeakMap<SourceFilter, PathTests>();

/** Documents of one answer have the same paths: what is known of one is asked for once. */
function testsOf(source: Extract<SourceFilter, { readonly kind: 'fields' }>): PathTests {
  const found = known.get(source);
  if (found !== undefined) return found;
  const { includes, excludes } = source;
  const tests = {
    isIncluded: includes.length === 0 ? () => true : remembered(anyOf(includes)),
    isExcluded: excludes.length === 0 ? () => false : remembered(anyOf(excludes)),
    isTouched: remembered((path) => excludes.some((each) => leadsInto(each, path))),
  };
  known.set(source, tests);
  return tests;
}

/** Paths of which is kept what they are; documents may have any. */
const MOST_PATHS = 10_000;

function remembered(test: PathTest): PathTest {
  const answers = new Map<string, boolean>();
  return (path) => {
    const answer = answers.get(path);
    if (answer !== undefined) return answer;
    if (answers.size >= MOST_PATHS) answers.clear();
    const found = test(path);
    answers.set(path, found);
    return found;
  };
}

type PathTest = (path: string) => boolean;

interface PathTests {
  readonly isIncluded: PathTest;
  readonly isExcluded: PathTest;
  /** Something inside may be left out. */
  readonly isTouched: PathTest;
}

/** Whether a pattern may mean something below the path. */
function leadsInto(pattern: string, path: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  return start.startsWith(`${path}.`) || (rest.length > 0 && `${path}.`.startsWith(start));
}

function keep(value: unknown, path: string, tests: PathTests, inList = false): unknown {
  const { isIncluded, isExcluded, isTouched } = tests;
  if (Array.isArray(value)) {
    const all = value.map((item) => keep(item, path, tests, true));
    const kept = all.filter((item) => item !== undefined);
    return kept.length === 0 && !isIncluded(path) ? undefined : kept;
  }
  if (!isObject(value) || isRawNumber(value)) return isIncluded(path) ? value : undefined;
  const entries = Object.entries(value).flatMap(([key, child]) => {
    const at = path === '' ? key : `${path}.${key}`;
    if (isExcluded(at)) return [];
    const kept = keep(child, at, tests);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  if (entries.length > 0) return Object.fromEntries(entries);
  const isEmptied = Object.keys(value).length > 0 || isTouched(path);
  return path === '' || (isEmptied && inList) || !isIncluded(path) ? undefined : {};
}

/** `a*.b` → matches `a1.b` and everything below it. */
function patternOf(pattern: string): PathTest {
  const [fits, holds] = [wildcard(pattern), wildcard(`${pattern}.*`)];
  return (path) => fits(path) || holds(path);
}

/** Whether any of the names or patterns fits; names are looked up, patterns tried one by one. */
function anyOf(patterns: readonly string[]): PathTest {
  const names = new Set(patterns.filter((each) => !each.includes('*')));
  const tests = patterns.filter((each) => each.includes('*')).map(patternOf);
  const isBelowName = (path: string): boolean => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1))
      if (names.has(path.slice(0, end))) return true;
    return false;
  };
  return (path) => (names.size > 0 && isBelowName(path)) || tests.some((fits) => fits(path));
}
