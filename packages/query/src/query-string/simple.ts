import type { SimpleText } from './simple-syntax.ts';

/** Operators of simple_query_string that can be switched off. */
export const SIMPLE_FLAGS = [
  'AND',
  'NOT',
  'OR',
  'PREFIX',
  'PHRASE',
  'PRECEDENCE',
  'ESCAPE',
  'WHITESPACE',
  'FUZZY',
  'NEAR',
] as const;
export type SimpleFlag = (typeof SIMPLE_FLAGS)[number];

type Occur = 'must' | 'should';

interface State {
  readonly text: readonly string[];
  readonly end: number;
  at: number;
  top: SimpleText | null;
  current: Occur | null;
  previous: Occur | null;
  not: number;
}

export interface SimpleOptions {
  readonly flags: readonly SimpleFlag[];
  readonly operator: 'or' | 'and';
}

const MAX_GROUPS = 100;
const SPACES = new Set([' ', '\t', '\n', '\r']);

/**
 * Takes text apart as Lucene's SimpleQueryParser does, step by step, since what it makes of broken text is part of the
 * language: it never fails. Null when nothing is left to search for.
 */
export function parseSimpleText(text: string, options: SimpleOptions): SimpleText | null {
  if (text.trim() === '*') return { kind: 'everything' };
  const characters = [...text];
  return new SimpleReader(options).read(characters, 0, characters.length, 0);
}

class SimpleReader {
  readonly #flags: ReadonlySet<SimpleFlag>;
  readonly #default: Occur;

  constructor({ flags, operator }: SimpleOptions) {
    this.#flags = new Set(flags);
    this.#default = operator === 'and' ? 'must' : 'should';
  }

  read(text: readonly string[], at: number, end: number, depth: number): SimpleText | null {
    const state: State = { text, end, at, top: null, current: null, previous: null, not: 0 };
    while (state.at < state.end) this.#step(state, depth);
    return state.top;
  }

  #is(state: State, character: string, flag: SimpleFlag): boolean {
    return state.text[state.at] === character && this.#flags.has(flag);
  }

  #isSpace(state: State): boolean {
    return SPACES.has(state.text[state.at] ?? '') && this.#flags.has('WHITESPACE');
  }

  #step(state: State, depth: number): void {
    if (this.#is(state, '-', 'NOT')) {
      state.not += 1;
      state.at += 1;
      return;
    }
    if (this.#is(state, '(', 'PRECEDENCE')) this.#group(state, depth);
    else if (this.#is(state, ')', 'PRECEDENCE') || this.#isSpace(state)) state.at += 1;
    else if (this.#is(state, '"', 'PHRASE')) this.#phrase(state);
    else if (this.#is(state, '+', 'AND')) this.#operator(state, 'must');
    else if (this.#is(state, '|', 'OR')) this.#operator(state, 'should');
    else this.#token(state);
    state.not = 0;
  }

  /** Only the first operator behind something counts. */
  #operator(state: State, occur: Occur): void {
    if (state.current === null && state.top !== null) state.current = occur;
    state.at += 1;
  }

  #group(state: State, depth: number): void {
    const start = state.at + 1;
    const end = this.#closing(state.text, start, state.end);
    if (end === state.end || depth >= MAX_GROUPS) state.at = start;
    else if (end === start) this.#nothing(state, end);
    else {
      this.#add(state, this.read(state.text, start, end, depth + 1));
      state.at = end + 1;
    }
  }

  #closing(text: readonly string[], start: number, end: number): number {
    let open = 1;
    for (let at = start; at < end; at++) {
      if (text[at] === '\\' && this.#flags.has('ESCAPE')) at += 1;
      else if (text[at] === '(') open += 1;
      else if (text[at] === ')' && --open === 0) return at;
    }
    return end;
  }

  /** An empty group or phrase takes the operator before it away. */
  #nothing(state: State, end: number): void {
    state.current = null;
    state.at = end + 1;
  }

  #phrase(state: State): void {
    const start = state.at + 1;
    let phrase = '';
    let at = start;
    for (; at < state.end && state.text[at] !== '"'; at++) {
      if (state.text[at] === '\\' && this.#flags.has('ESCAPE')) at += 1;
      phrase += state.text[at] ?? '';
    }
    if (at >= state.end) state.at = start;
    else if (at === start) this.#nothing(state, at);
    else {
      state.at = at;
      const isNear = state.text[at + 1] === '~' && at + 1 < state.end && this.#flags.has('NEAR');
      if (isNear) state.at += 1;
      const slop = isNear && state.at + 1 < state.end ? this.#amount(state) : 0;
      this.#add(state, { kind: 'phrase', text: phrase, slop });
      state.at += 1;
    }
  }

  #token(state: State): void {
    let word = '';
    let isPrefix = false;
    for (; state.at < state.end; state.at++) {
      if (state.text[state.at] === '\\' && this.#flags.has('ESCAPE')) {
        isPrefix = false;
        state.at += 1;
        if (state.at < state.end) word += state.text[state.at] ?? '';
        continue;
      }
      if (this.#isFinished(state)) break;
      if (word !== '' && this.#is(state, '~', 'FUZZY')) {
        const edits = Math.min(this.#amount(state), 2);
        this.#add(state, edits === 0 ? { kind: 'words', text: word } : { kind: 'fuzzy', text: word, edits });
        return;
      }
      isPrefix = word !== '' && this.#is(state, '*', 'PREFIX');
      word += state.text[state.at] ?? '';
    }
    if (word === '') return;
    this.#add(state, isPrefix ? { kind: 'prefix', text: word.slice(0, -1) } : { kind: 'words', text: word });
  }

  #isFinished(state: State): boolean {
    return (
      this.#isSpace(state) ||
      this.#is(state, '"', 'PHRASE') ||
      this.#is(state, '|', 'OR') ||
      this.#is(state, '+', 'AND') ||
      this.#is(state, '(', 'PRECEDENCE') ||
      this.#is(state, ')', 'PRECEDENCE')
    );
  }

  /** The number behind a `~`; none = 2, anything else 0. */
  #amount(state: State): number {
    let digits = '';
    for (state.at += 1; state.at < state.end && !this.#isFinished(state); state.at++) digits += state.text[state.at];
    if (digits === '') return 2;
    return /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  }

  #add(state: State, branch: SimpleText | null): void {
    if (branch !== null) {
      const signed: SimpleText = state.not % 2 === 1 ? { kind: 'not', of: branch } : branch;
      if (state.top === null) state.top = signed;
      else {
        const occur = state.current ?? this.#default;
        const top = state.top;
        const joins = state.previous === occur && top.kind === 'all' && !top.closed;
        const before = joins ? top.of : [{ ...top, ...(top.kind === 'all' && { closed: true }) }];
        state.top = { kind: 'all', occur, of: [...before, signed], closed: false };
        state.previous = occur;
      }
    }
    state.current = null;
  }
}
