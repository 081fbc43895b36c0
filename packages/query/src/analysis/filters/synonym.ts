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

/** Puts synonyms beside the words, or in their place; the longest words that fit count. */
export function synonym(rules: readonly SynonymRule[]): TokenFilter {
  const tree = treeOf(rules);
  return (tokens) => {
    const own: Token[] = [];
    const put: Token[] = [];
    let made = 0;
    let closed = 0;
    for (let at = 0; at < tokens.length; ) {
      const found = fitting(tree, tokens, at);
      const length = found[0]?.from.length ?? 1;
      const here = tokens.slice(at, at + length).map((token) => ({ ...token, position: token.position - closed }));
      if (found.length === 0 || found.some(({ keep }) => keep)) own.push(...here);
      // Words put in the place of several leave one place, as in Lucene.
      else closed += (here.at(-1)?.position ?? 0) - (here[0]?.position ?? 0);
      const others = gathered(synonyms(found, here, tokens, at), made);
      made += others.length;
      for (const token of others) (token.position === here[0]?.position ? own : put).push(token);
      at += length;
    }
    const seen = new Set<string>();
    const isNew = ({ word, position }: Token) => seen.size < seen.add(`${position} ${word}`).size;
    return [...own, ...put].filter(isNew).toSorted((a, b) => a.position - b.position);
  };
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

/** What the rules put in for the words at a place; words beyond these lie over the ones that follow. */
function* synonyms(
  rules: readonly SynonymRule[],
  own: readonly Token[],
  tokens: readonly Token[],
  at: number,
): Iterable<Token> {
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) return;
  for (const { to } of rules)
    for (const words of to)
      for (const [i, word] of words.entries()) {
        const over = i < own.length ? undefined : tokens[at + i];
        const { start, end } = over ?? { start: first.start, end: last.end };
        yield { word, position: first.position + i, start, end, type: 'SYNONYM' };
      }
}
