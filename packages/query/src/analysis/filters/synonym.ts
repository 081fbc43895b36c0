import { malformed } from '@datasarana/schema';
import { gathered } from '../gathered.ts';
import type { TokenFilter } from '../token.ts';
import { graph } from './synonym-graph.ts';
import { type SynonymRule, synonymMatches } from './synonym-match.ts';
import { stacked } from './synonym-stack.ts';

type Words = (text: string) => readonly string[];

/** So many pairs of words an index may know as synonyms, and so many words may stand for others as one. */
const MOST_PAIRS = 1_000_000;
const MOST_WORDS_AS_ONE = 50;

/** Rules as Solr writes them: `a, b c` (all the same) or `a, b => c`; a line that begins with # says nothing. */
export function synonymRules(lines: readonly string[], words: Words, expand: boolean): readonly SynonymRule[] {
  let pairs = 0;
  const list = (side: string) =>
    side
      .split(/(?<!\\),/)
      .map((each) => words(each.replaceAll('\\,', ',').trim()))
      .filter(({ length }) => length > 0);
  return lines.flatMap((line): readonly SynonymRule[] => {
    const rule = line.trim();
    if (rule === '' || rule.startsWith('#')) return [];
    const [left = '', right, ...more] = rule.split('=>');
    if (more.length > 0) throw new Error(`more than one explicit mapping in ${rule}`);
    const from = list(left);
    const to = right === undefined ? (expand ? from : from.slice(0, 1)) : list(right);
    pairs += from.length * to.length;
    checkSize(from, pairs);
    const keep = right === undefined && expand;
    return from.map((own) => ({ from: own, to: keep ? to.filter((each) => each !== own) : to, keep }));
  });
}

function checkSize(from: readonly (readonly string[])[], pairs: number): void {
  if (pairs > MOST_PAIRS) throw malformed(`more than ${MOST_PAIRS} pairs of synonyms`, 'Use shorter lines.');
  const long = from.find(({ length }) => length > MOST_WORDS_AS_ONE);
  if (long === undefined) return;
  throw malformed(`synonyms of ${long.length} words are too long`, `Use at most ${MOST_WORDS_AS_ONE} words as one.`);
}

/** Puts synonyms beside the words or in their place, in stacks or as ways of a graph; the longest words that fit count. */
export function synonym(rules: readonly SynonymRule[], isGraph: boolean): TokenFilter {
  const matchAt = synonymMatches(rules);
  return (tokens) => gathered(isGraph ? graph(tokens, matchAt) : stacked(tokens, matchAt));
}
