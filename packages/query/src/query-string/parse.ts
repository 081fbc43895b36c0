import { present } from '../reading/json.ts';
import { SearchTextFault } from './fault.ts';
import type { SearchText, SearchTextGroup } from './syntax.ts';
import { type SearchToken, tokenise, unescaped } from './tokens.ts';

export interface SearchTextOptions {
  /** How words without an operator between them combine. */
  readonly operator: 'or' | 'and';
  /** Where the text stood, for messages. */
  readonly path?: string;
}

type Sign = SearchTextGroup['clauses'][number]['sign'];

const MAX_GROUPS = 32;
export const COMPARISON = /^(>=|<=|>|<)(.+)$/s;

/** Takes search-bar text apart (Lucene's classic syntax). */
export function parseSearchText(text: string, options: SearchTextOptions): SearchText {
  const path = options.path ?? 'query';
  const cursor = new Cursor(tokenise(text, path), path, text);
  const group = readGroup(cursor, options.operator, undefined, 0);
  if (cursor.peek())
    throw cursor.refuse('an opening ( before this )', 'Take the ) out, or write \\) to search for it.');
  return group;
}

class Cursor {
  readonly #tokens: readonly SearchToken[];
  readonly #path: string;
  readonly #text: string;
  #next = 0;

  constructor(tokens: readonly SearchToken[], path: string, text: string) {
    this.#tokens = tokens;
    this.#path = path;
    this.#text = text;
  }

  peek(ahead = 0): SearchToken | undefined {
    return this.#tokens[this.#next + ahead];
  }

  kind(ahead = 0): SearchToken['kind'] | undefined {
    return this.peek(ahead)?.kind;
  }

  take(): SearchToken | undefined {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  takeIf(kind: SearchToken['kind']): boolean {
    const found = this.kind() === kind;
    if (found) this.#next += 1;
    return found;
  }

  /** `token`: the one that does not fit; else the next. */
  refuse(expected: string, remedy: string, token = this.peek()): SearchTextFault {
    const at = token?.at ?? this.#text.length;
    const where = token ? `character ${at + 1}, at [${this.#text.slice(at, at + 20)}]` : 'the end';
    const problem = `expected ${expected}`;
    return new SearchTextFault(`${this.#path}: ${problem} at ${where}`, { text: this.#text, at, problem, remedy });
  }
}

interface Clause {
  sign: Sign;
  readonly text: SearchText;
  /** Stands behind a `+`. */
  readonly isPlus?: boolean;
}

function readGroup(cursor: Cursor, operator: 'or' | 'and', field: string | undefined, depth: number): SearchText {
  if (depth > MAX_GROUPS) throw cursor.refuse(`at most ${MAX_GROUPS} groups within each other`, 'Use fewer brackets.');
  const clauses: Clause[] = [];
  while (cursor.kind() !== undefined && cursor.kind() !== 'close') {
    const words = readWords(cursor, field);
    if (words) clauses.push({ sign: operator === 'and' ? 'must' : 'should', text: words });
    else readClause(cursor, clauses, { operator, field, depth });
  }
  const [only] = clauses;
  if (only && clauses.length === 1 && only.sign !== 'must_not' && !only.isPlus) return only.text;
  return { kind: 'group', clauses: clauses.map(({ sign, text }) => ({ sign, text })), boost: 1 };
}

/**
 * Plain words in a row are one text, as in OpenSearch: a keyword field then compares the whole of it. A word that an
 * operator, colon or boost follows is not part of it.
 */
function readWords(cursor: Cursor, field: string | undefined): SearchText | undefined {
  const words: string[] = [];
  while (
    isPlainWord(cursor.peek()) &&
    (words.length > 0 || isPlainWord(cursor.peek(1))) &&
    mayEndWords(cursor.kind(1))
  ) {
    if (words.length === 0 && !mayEndWords(cursor.kind(2))) return undefined;
    const token = cursor.take();
    if (token?.kind === 'word') words.push(unescaped(token.raw));
  }
  return words.length === 0 ? undefined : { kind: 'words', text: words.join(' '), boost: 1, ...present({ field }) };
}

const isPlainWord = (token: SearchToken | undefined): boolean => token?.kind === 'word' && !COMPARISON.test(token.raw);

const ENDS = new Set<SearchToken['kind'] | undefined>(['colon', 'star', 'boost', 'near', 'and', 'or']);
const mayEndWords = (kind: SearchToken['kind'] | undefined): boolean => !ENDS.has(kind);

interface Surroundings {
  readonly operator: 'or' | 'and';
  readonly field: string | undefined;
  readonly depth: number;
}

/** Lucene's rule: an AND makes both its neighbours required, an OR makes them optional when AND is the default. */
function readClause(cursor: Cursor, clauses: Clause[], around: Surroundings): void {
  const previous = clauses.at(-1);
  if (!previous && (cursor.kind() === 'and' || cursor.kind() === 'or')) {
    throw cursor.refuse(
      'something before AND or OR',
      'Take the operator out, or put it in quotation marks to search for the word.',
    );
  }
  const conjunction = readConjunction(cursor);
  const modifier = readModifier(cursor);
  if (previous && previous.sign !== 'must_not') {
    if (conjunction === 'and') previous.sign = 'must';
    if (conjunction === 'or' && around.operator === 'and') previous.sign = 'should';
  }
  const sign = signOf(conjunction, modifier, around.operator);
  clauses.push({ sign, text: readTerm(cursor, around), isPlus: modifier === 'required' });
}

function readConjunction(cursor: Cursor): 'and' | 'or' | undefined {
  if (cursor.takeIf('and')) return 'and';
  return cursor.takeIf('or') ? 'or' : undefined;
}

function readModifier(cursor: Cursor): 'required' | 'prohibited' | undefined {
  if (cursor.takeIf('plus')) return 'required';
  return cursor.takeIf('minus') || cursor.takeIf('not') ? 'prohibited' : undefined;
}

function signOf(
  conjunction: 'and' | 'or' | undefined,
  modifier: 'required' | 'prohibited' | undefined,
  operator: 'or' | 'and',
): Sign {
  if (modifier === 'prohibited') return 'must_not';
  // With AND as default an OR before makes a clause optional, even one with a +.
  if (operator === 'and') return conjunction === 'or' ? 'should' : 'must';
  return modifier === 'required' || conjunction === 'and' ? 'must' : 'should';
}

function readTerm(cursor: Cursor, around: Surroundings): SearchText {
  const field = readFieldName(cursor) ?? around.field;
  const token = cursor.take();
  if (token?.kind === 'open') {
    if (cursor.kind() === 'close') throw cursor.refuse('something between ( and )', 'Take the empty brackets out.');
    const group = readGroup(cursor, around.operator, field, around.depth + 1);
    if (!cursor.takeIf('close'))
      throw cursor.refuse('a closing )', 'Add the ), or write \\( to search for that character.');
    return withBoost(group, readBoost(cursor));
  }
  const term = termOf(token, field, cursor);
  if (token?.kind === 'range') return withBoost(term, readBoost(cursor));
  const near = readNear(cursor);
  const boost = readBoost(cursor);
  return withBoost(withNearness(term, near ?? readNear(cursor), cursor), boost);
}

function readFieldName(cursor: Cursor): string | undefined {
  const token = cursor.peek();
  if (cursor.kind(1) !== 'colon') return undefined;
  // of a pattern Lucene takes a name with its signs escaped only
  if (token?.kind === 'pattern') {
    const remedy = `Write ${token.raw.replaceAll(/[*?]/g, '\\$&')}: for all fields whose names are like that.`;
    throw cursor.refuse('\\ before * and ? in the name of a field', remedy);
  }
  const name = fieldNameOf(token);
  if (name === undefined) return undefined;
  cursor.take();
  cursor.take();
  return name;
}

function fieldNameOf(token: SearchToken | undefined): string | undefined {
  if (token?.kind === 'star') return '*';
  return token?.kind === 'word' ? unescaped(token.raw) : undefined;
}

type Near = Extract<SearchToken, { kind: 'near' }>;

function readNear(cursor: Cursor): Near | undefined {
  const token = cursor.peek();
  if (token?.kind !== 'near') return undefined;
  cursor.take();
  return token;
}

/** `~` behind a word makes it fuzzy, behind a phrase loose; behind a pattern it says nothing, as in Lucene. */
function withNearness(text: SearchText, near: Near | undefined, cursor: Cursor): SearchText {
  if (near === undefined) return text;
  const { amount } = near;
  if (text.kind === 'phrase') {
    if (amount === undefined || Number.isNaN(amount)) return text;
    if (amount < 0) throw cursor.refuse('no less than 0 words between those of a phrase', 'Write ~2.', near);
    return { ...text, slop: amount };
  }
  if (text.kind !== 'words') return text;
  if (amount === undefined) return { ...text, kind: 'fuzzy' };
  if (!(amount >= 0)) throw cursor.refuse('0, 1 or 2 letters that may differ', `Write ~1, or \\~ for the sign.`, near);
  // more edits than Lucene follows count as the most it does
  return { ...text, kind: 'fuzzy', edits: amount === 0 || amount === 1 ? amount : 2 };
}

function readBoost(cursor: Cursor): number {
  const token = cursor.peek();
  if (token?.kind !== 'boost') return 1;
  cursor.take();
  return token.boost;
}

const withBoost = (text: SearchText, boost: number): SearchText =>
  boost === 1 ? text : { ...text, boost: text.boost * boost };

function termOf(token: SearchToken | undefined, field: string | undefined, cursor: Cursor): SearchText {
  const on = present({ field, boost: 1 });
  switch (token?.kind) {
    case 'star':
      if (on.field !== undefined && on.field !== '*') return { kind: 'exists', field: on.field, boost: 1 };
      return { kind: 'everything', ...(field === undefined && { inFields: true }), boost: 1 };
    case 'phrase':
      return { kind: 'phrase', text: unescaped(token.raw), ...on };
    case 'pattern':
      return { kind: 'pattern', pattern: token.raw, ...on };
    case 'regexp':
      return { kind: 'regexp', expression: token.expression, ...on };
    case 'bare':
      return { kind: 'words', text: token.sign, ...on };
    case 'word': {
      const text = unescaped(token.raw);
      // a word that may be written otherwise is no limit
      return cursor.kind() === 'near' ? { kind: 'words', text, ...on } : wordOf(text, field);
    }
    case 'range':
      return { kind: 'range', ...on, ...limitsOf(token) };
    default:
      throw cursor.refuse('a word, phrase, range or group', remedyFor(token), token);
  }
}

const remedyFor = (token: SearchToken | undefined): string =>
  token?.kind === 'colon'
    ? 'Write \\: to search for a colon.'
    : 'Write what to search for, or take out what stands before.';

function wordOf(text: string, field: string | undefined): SearchText {
  if (field === '_exists_') return { kind: 'exists', field: text, boost: 1 };
  const on = present({ field, boost: 1 });
  const [, sign, limit] = field === undefined ? [] : (COMPARISON.exec(text) ?? []);
  if (sign === undefined || limit === undefined) return { kind: 'words', text, ...on };
  const names = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const;
  return { kind: 'range', ...on, [names[sign as keyof typeof names]]: limit };
}

function limitsOf(token: Extract<SearchToken, { kind: 'range' }>) {
  return present({
    [token.lowerIncluded ? 'gte' : 'gt']: token.lower === '*' ? undefined : token.lower,
    [token.upperIncluded ? 'lte' : 'lt']: token.upper === '*' ? undefined : token.upper,
  });
}
