import type { FilterStep } from './chain.ts';
import type { Token, TokenFilter } from './token.ts';
import type { TokenizerName, TokenizerStep } from './tokenizers.ts';

/** Where a text ends for one that is cut behind it. */
export interface TextEnd {
  /** The first character that was not read (UTF-16). */
  readonly offset: number;
  /** How many positions behind the last word stay empty. */
  readonly empty: number;
}

/** The words of a text behind one step of an analyser, and where the text ends there. */
export interface Cutting {
  readonly tokens: readonly Token[];
  readonly end: TextEnd;
  /** Where it ends when no more than the words up to each of them are asked for. */
  readonly endAt: (word: number) => TextEnd;
}

const LEAVING: ReadonlySet<string> = new Set(['stop', 'keep', 'keep_types', 'length']);
const GRAMS: ReadonlySet<string> = new Set(['ngram', 'edge_ngram']);
/** Tokenizers that read all of a text before its first word is there. */
const READING_ALL: ReadonlySet<string> = new Set(['keyword', 'ngram', 'edge_ngram', 'pattern', 'path_hierarchy']);

/** What a tokenizer makes of a text of so many characters. */
export function cutBy(tokenizer: TokenizerName | TokenizerStep, tokens: readonly Token[], length: number): Cutting {
  const end = { offset: length, empty: 0 };
  const name = typeof tokenizer === 'string' ? tokenizer : tokenizer.kind;
  if (READING_ALL.has(name)) return { tokens, end, endAt: () => end };
  return { tokens, end, endAt: (word) => ({ offset: tokens[word]?.end ?? 0, empty: 0 }) };
}

const lastOf = (tokens: readonly Token[]): number => tokens.at(-1)?.position ?? -1;

/** What a filter makes of the words; `step` says which one it is. */
export function filtered(step: FilterStep, filter: TokenFilter, before: Cutting): Cutting {
  const tokens = filter(before.tokens, before.end.offset, before.end.empty);
  if (LEAVING.has(step.kind)) return left(before, tokens);
  if (step.kind === 'limit') return limited(step.most, before, tokens);
  if (step.kind === 'fingerprint') {
    const end = { offset: before.end.offset, empty: 1 };
    return { tokens, end, endAt: () => end };
  }
  const ahead = step.kind === 'shingle' ? step.max - 1 : 0;
  const endAt = readUntil(before, tokens, ahead);
  if (!GRAMS.has(step.kind)) return { tokens, end: before.end, endAt };
  const empty = lastOf(before.tokens) - lastOf(tokens);
  return { tokens, end: { ...before.end, empty }, endAt: (word) => ({ ...endAt(word), empty: 0 }) };
}

/** Positions of words that were left out stay empty, behind the last one too. */
function left(before: Cutting, tokens: readonly Token[]): Cutting {
  const empty = before.end.empty + lastOf(before.tokens) - lastOf(tokens);
  const endAt = (word: number): TextEnd => {
    const [token, last] = [tokens[word], tokens[word - 1]];
    if (token === undefined) return before.endAt(-1);
    const place = before.tokens.indexOf(token);
    const end = before.endAt(place);
    // Lucene forgets what it left out when it looks for the next word, not when it has found one
    const skipped = (before.tokens[place - 1]?.position ?? -1) - (last?.position ?? -1);
    return { ...end, empty: end.empty + Math.max(0, skipped) };
  };
  return { tokens, end: { ...before.end, empty }, endAt };
}

/** What lies behind the last word that is asked for is not read. */
function limited(most: number, before: Cutting, tokens: readonly Token[]): Cutting {
  const end = before.tokens.length < most ? before.end : before.endAt(most - 1);
  return { tokens, end, endAt: before.endAt };
}

/** Of a filter that makes other words: each is there when the word it ends with has been read, and so many more. */
function readUntil(before: Cutting, tokens: readonly Token[], ahead: number): Cutting['endAt'] {
  if (ahead === 0 && tokens.length === before.tokens.length) return before.endAt;
  return (word) => {
    const start = tokens[word]?.start ?? -1;
    const from = before.tokens.findIndex(({ end }) => end > start);
    return from + ahead >= before.tokens.length ? before.end : before.endAt(from + ahead);
  };
}
