import { malformed } from '@datasarana/schema';
import { gathered } from '../gathered.ts';
import type { Token, TokenFilter } from '../token.ts';

/** Words that stand for others: `from` in the text also (or only) counts as each of `to`. */
export interface SynonymRule {
  readonly from: readonly string[];
  readonly to: readonly (readonly string[])[];
  /** The words of the text stay beside. */
  readonly keep: boolean;
}

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

/** Words that may follow, and the rules that end here. */
interface Branch {
  readonly next: Map<string, Branch>;
  readonly rules: SynonymRule[];
}

function treeOf(rules: readonly SynonymRule[]): Branch {
  const root: Branch = { next: new Map(), rules: [] };
  for (const rule of rules) {
    let at = root;
    for (const word of rule.from) {
      const known = at.next.get(word) ?? { next: new Map(), rules: [] };
      at.next.set(word, known);
      at = known;
    }
    at.rules.push(rule);
  }
  return root;
}

/** Puts synonyms beside the words (in a graph before them), or in their place; the longest words that fit count. */
export function synonym(rules: readonly SynonymRule[], isGraph: boolean): TokenFilter {
  const tree = treeOf(rules);
  return (tokens) => {
    const placed: Placed[] = [];
    let made = 0;
    let closed = 0;
    for (let at = 0; at < tokens.length; ) {
      const found = fitting(tree, tokens, at);
      const length = found[0]?.from.length ?? 1;
      const here = tokens.slice(at, at + length).map((token) => ({ ...token, position: token.position - closed }));
      const isKept = found.length === 0 || found.some(({ keep }) => keep);
      if (!isKept) closed += placesLeft(found, here);
      const others = gathered(synonyms({ found, own: here, isGraph }, tokens, at), made);
      made += others.length;
      if (isKept) placed.push(...here.map((token, i) => ({ token, slot: at + i, rank: 0 })));
      const first = here[0]?.position ?? 0;
      for (const token of others) {
        const ahead = token.position - first;
        placed.push({ token, slot: at + ahead, rank: isGraph && ahead === 0 ? -1 : 1 });
      }
      at += length;
    }
    return placed
      .toSorted((a, b) => a.token.position - b.token.position || a.slot - b.slot || a.rank - b.rank)
      .map(({ token }) => token);
  };
}

/** Words of one position come in the order of the words of the text they lie over, each behind it or before it. */
interface Placed {
  readonly token: Token;
  /** Which word of the text it lies over. */
  readonly slot: number;
  readonly rank: number;
}

/** As in Lucene, words put in the place of several leave as many places as the longest of them takes. */
function placesLeft(found: readonly SynonymRule[], here: readonly Token[]): number {
  const longest = found.reduce((most, { to }) => to.reduce((all, words) => Math.max(all, words.length), most), 1);
  return (here.at(-1)?.position ?? 0) - (here[0]?.position ?? 0) - (Math.min(longest, here.length) - 1);
}

/** The rules with the most words that fit at this place. */
function fitting(tree: Branch, tokens: readonly Token[], from: number): readonly SynonymRule[] {
  let found: readonly SynonymRule[] = [];
  let branch = tree.next.get(tokens[from]?.word ?? '');
  for (let at = from + 1; branch !== undefined; at++) {
    if (branch.rules.length > 0) found = branch.rules;
    const next = tokens[at];
    branch = next && branch.next.get(next.word);
  }
  return found;
}

interface Fitting {
  readonly found: readonly SynonymRule[];
  readonly own: readonly Token[];
  readonly isGraph: boolean;
}

/** What the rules put in for the words at a place; several words lie over those of the text from there on, in a graph with the offsets of them all. */
function* synonyms({ found, own, isGraph }: Fitting, tokens: readonly Token[], at: number): Iterable<Token> {
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) return;
  const all = { start: first.start, end: last.end };
  const seen = new Set<string>();
  const isNew = (words: readonly string[]): boolean => seen.size < seen.add(words.join(' ')).size;
  for (const { to, keep } of found)
    for (const words of to.filter(isNew))
      for (const [i, word] of words.entries()) {
        const isAlone = words.length === 1;
        const { start, end } = isAlone || isGraph ? all : (tokens[at + i] ?? tokens.at(-1) ?? all);
        const spans = isAlone && keep && own.length > 1 ? { positionLength: own.length } : {};
        yield { word, position: first.position + i, start, end, type: 'SYNONYM', ...spans };
      }
}
