import { type AnyAnalyser, analyse, type Query, type Scalar } from '@datasarana/query';

/** Decides whether words of a text are to be marked. */
export interface WordTest {
  /** A single word. */
  readonly word?: (word: string) => boolean;
  /** Words one after another, `slop` apart at most. */
  readonly phrase?: readonly string[];
}

interface Field {
  readonly name: string;
  readonly analyser: AnyAnalyser;
  /** Of a keyword: what its values went through. */
  readonly normalizer: AnyAnalyser | undefined;
}

const patternOf = (pattern: string): RegExp =>
  new RegExp(
    `^${[...pattern].map((c) => (c === '*' ? '.*' : c === '?' ? '.' : c.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))).join('')}$`,
    'su',
  );

const same = (words: readonly string[]): WordTest => {
  const known = new Set(words);
  return { word: (word) => known.has(word) };
};

type Node = Readonly<Record<string, unknown>> & { readonly kind: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'kind') === 'string';

const wordsOf = (field: Field, value: Scalar | undefined): readonly string[] =>
  analyse(field.normalizer ?? field.analyser, String(value ?? ''));

const keptBy = ({ normalizer }: Field, value: unknown): string =>
  normalizer === undefined ? String(value) : (analyse(normalizer, String(value))[0] ?? '');

/** Clauses about one field that name it as `field`. */
function ofLeaf(node: Node, field: Field): readonly WordTest[] {
  const value = (node.query ?? node.value) as Scalar | undefined;
  switch (node.kind) {
    case 'match':
    case 'match_bool_prefix':
      return [same(wordsOf(field, value)), ...(node.kind === 'match' ? [] : prefixOf(wordsOf(field, value)))];
    case 'match_phrase':
      return [{ phrase: wordsOf(field, value) }];
    case 'match_phrase_prefix':
      return [same(wordsOf(field, value)), ...prefixOf(wordsOf(field, value))];
    case 'term':
      return [same([keptBy(field, node.value)])];
    case 'terms':
      return [same((node.values as readonly Scalar[]).map((each) => keptBy(field, each)))];
    case 'prefix': {
      const start = keptBy(field, node.value);
      return [{ word: (word) => word.startsWith(start) }];
    }
    case 'wildcard': {
      const test = patternOf(keptBy(field, node.value));
      return [{ word: (word) => test.test(word) }];
    }
    case 'fuzzy': {
      const near = keptBy(field, node.value);
      return [{ word: (word) => distance(word, near) <= 2 }];
    }
    default:
      return [];
  }
}

const prefixOf = (words: readonly string[]): readonly WordTest[] => {
  const last = words.at(-1);
  return last === undefined ? [] : [{ word: (word) => word.startsWith(last) }];
};

/** The fields a clause names; null when it names none at all. */
function namedFields(node: Node): readonly string[] | null {
  if (typeof node.field === 'string') return [node.field];
  return Array.isArray(node.fields) ? node.fields.map(nameOf) : null;
}

/** What one clause looks for in the field. */
function testsOf(node: Node, field: Field, anyField: boolean): readonly WordTest[] {
  const named = namedFields(node);
  const isAbout = named !== null && (anyField || named.length === 0 || named.some((each) => fits(each, field.name)));
  const own = !isAbout ? [] : Array.isArray(node.fields) ? ofMany(node, field) : ofLeaf(node, field);
  return node.kind === 'query_string' || node.kind === 'simple_query_string' ? [...own, ...ofText(node, field)] : own;
}

/** What a query looks for in a field; with `anyField` also what it looks for in others. */
export function wordTests(query: Query, field: Field, anyField: boolean): readonly WordTest[] {
  const tests: WordTest[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (!isNode(value)) return;
    tests.push(...testsOf(value, field, anyField));
    for (const [key, inner] of Object.entries(value)) if (key !== 'mustNot' && key !== 'negative') walk(inner);
  };
  walk(query);
  return tests;
}

const nameOf = (field: unknown): string =>
  typeof field === 'string' ? field : String(Reflect.get(Object(field), 'field') ?? '');

const fits = (pattern: string, name: string): boolean =>
  pattern === name || (pattern.includes('*') && patternOf(pattern).test(name));

function ofMany(node: Node, field: Field): readonly WordTest[] {
  const words = wordsOf(field, node.query as Scalar);
  if (node.type === 'phrase') return [{ phrase: words }];
  return node.type === 'phrase_prefix' || node.type === 'bool_prefix'
    ? [same(words), ...prefixOf(words)]
    : [same(words)];
}

/** Words of a query string, without its operators. */
function ofText(node: Node, field: Field): readonly WordTest[] {
  const text = String(node.query ?? '');
  const patterns = [...text.matchAll(/[^\s:()"]*[*?][^\s:()"]*/g)].map(([pattern]) => patternOf(pattern.toLowerCase()));
  const words = wordsOf(field, text.replace(/\b(AND|OR|NOT)\b/g, ' ').replace(/[^\s:()"]+:/g, ' '));
  return [same(words), ...patterns.map((pattern): WordTest => ({ word: (word) => pattern.test(word) }))];
}

/** Edits between two words, as far as two. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
