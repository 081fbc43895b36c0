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
  readonly end: number;
  at: number;
  top: SimpleText | null;
  /** What the top holds, while more can join it. */
  open: SimpleText[] | null;
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
  return new SimpleReader(characters, options).read(0, characters.length, 0);
}

/**
 * Of each place the first one from there on with a sign; what is escaped is passed over, and so is what stands between a sign
 * that `opens` and its own end. Without one it is the length of the text.
 */
function nextOf(sign: string, text: readonly string[], escapes: boolean, opens?: string): Int32Array {
  const next = new Int32Array(text.length + 2).fill(text.length);
  for (let at = text.length - 1; at >= 0; at--) {
    if (escapes && text[at] === '\\') next[at] = next[at + 2] ?? text.length;
    else if (text[at] === sign) next[at] = at;
    else next[at] = next[text[at] === opens ? (next[at + 1] ?? text.length) + 1 : at + 1] ?? text.length;
  }
  return next;
}

class SimpleReader {
  readonly #text: readonly string[];
  readonly #flags: ReadonlySet<SimpleFlag>;
  readonly #default: Occur;
  readonly #closings: Int32Array;
  readonly #quotes: Int32Array;

  constructor(text: readonly string[], { flags, operator }: SimpleOptions) {
    this.#text = text;
    this.#flags = new Set(flags);
    this.#default = operator === 'and' ? 'must' : 'should';
    this.#closings = nextOf(')', text, this.#flags.has('ESCAPE'), '(');
    this.#quotes = nextOf('"', text, this.#flags.has('ESCAPE'));
  }

  read(at: number, end: number, depth: number): SimpleText | null {
    const state: State = { end, at, top: null, open: null, current: null, previous: null, not: 0 };
    while (state.at < state.end) this.#step(state, depth);
    return state.top;
  }

  #is(state: State, character: string, flag: SimpleFlag): boolean {
    return this.#text[state.at] === character && this.#flags.has(flag);
  }

  #isSpace(state: State): boolean {
    return SPACES.has(this.#text[state.at] ?? '') && this.#flags.has('WHITESPACE');
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
    const end = Math.min(this.#closings[start] ?? state.end, state.end);
    if (end === state.end || depth >= MAX_GROUPS) state.at = start;
    else if (end === start) this.#nothing(state, end);
    else {
      this.#add(state, this.read(start, end, depth + 1));
      state.at = end + 1;
    }
  }

  /** An empty group or phrase takes the operator before it away. */
  #nothing(state: State, end: number): void {
    state.current = null;
    state.at = end + 1;
  }

  #phrase(state: State): void {
    const start = state.at + 1;
    const end = this.#quotes[start] ?? state.end;
    if (end >= state.end) state.at = start;
    else if (end === start) this.#nothing(state, end);
    else {
      state.at = end;
      const isNear = this.#text[end + 1] === '~' && end + 1 < state.end && this.#flags.has('NEAR');
      if (isNear) state.at += 1;
      const slop = isNear && state.at + 1 < state.end ? this.#amount(state) : 0;
      this.#add(state, { kind: 'phrase', text: this.#unescaped(start, end), slop });
      state.at += 1;
    }
  }

  #unescaped(start: number, end: number): string {
    let text = '';
    for (let at = start; at < end; at++) {
      if (this.#text[at] === '\\' && this.#flags.has('ESCAPE')) at += 1;
      text += this.#text[at] ?? '';
    }
    return text;
  }

  #token(state: State): void {
    let word = '';
    let isPrefix = false;
    for (; state.at < state.end; state.at++) {
      if (this.#text[state.at] === '\\' && this.#flags.has('ESCAPE')) {
        isPrefix = false;
        state.at += 1;
        if (state.at < state.end) word += this.#text[state.at] ?? '';
        continue;
      }
      if (this.#isFinished(state)) break;
      if (word !== '' && this.#is(state, '~', 'FUZZY')) {
        const edits = Math.min(this.#amount(state), 2);
        this.#add(state, edits === 0 ? { kind: 'words', text: word } : { kind: 'fuzzy', text: word, edits });
        return;
      }
      isPrefix = word !== '' && this.#is(state, '*', 'PREFIX');
      word += this.#text[state.at] ?? '';
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
    for (state.at += 1; state.at < state.end && !this.#isFinished(state); state.at++) digits += this.#text[state.at];
    if (digits === '') return 2;
    return /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  }

  #add(state: State, branch: SimpleText | null): void {
    if (branch !== null) {
      const signed: SimpleText = state.not % 2 === 1 ? { kind: 'not', of: branch } : branch;
      if (state.top === null) state.top = signed;
      else {
        const occur = state.current ?? this.#default;
        if (state.open !== null && state.previous === occur) state.open.push(signed);
        else {
          state.open = [state.top.kind === 'all' ? { ...state.top, closed: true } : state.top, signed];
          state.top = { kind: 'all', occur, of: state.open, closed: false };
          state.previous = occur;
        }
      }
    }
    state.current = null;
  }
}
