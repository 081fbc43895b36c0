import type { Token, TokenFilter } from '../token.ts';

/** Words that stand for others: `from` in the text also (or only) counts as each of `to`. */
export interface SynonymRule {
  readonly from: readonly string[];
  readonly to: readonly (readonly string[])[];
  /** The words of the text stay beside. */
  readonly keep: boolean;
}

type Words = (text: string) => readonly string[];

/** Rules as Solr writes them: `a, b c` (all the same) or `a, b => c`; a line that begins with # says nothing. */
export function synonymRules(lines: readonly string[], words: Words, expand: boolean): readonly SynonymRule[] {
  return lines.flatMap((line): readonly SynonymRule[] => {
    const rule = line.trim();
    if (rule === '' || rule.startsWith('#')) return [];
    const [left = '', right, ...more] = rule.split('=>');
    if (more.length > 0) throw new Error(`more than one explicit mapping in ${rule}`);
    const list = (side: string) => side.split(/(?<!\\),/).map((each) => words(each.replaceAll('\\,', ',').trim()));
    if (right !== undefined) return list(left).map((from) => ({ from, to: list(right), keep: false }));
    const all = list(left);
    if (!expand) return all.map((from) => ({ from, to: all.slice(0, 1), keep: false }));
    return all.map((from) => ({ from, to: all.filter((each) => each !== from), keep: true }));
  });
}

/** Puts synonyms beside the words, or in their place; the longest words that fit count. */
export function synonym(rules: readonly SynonymRule[]): TokenFilter {
  const byFirst = new Map<string, SynonymRule[]>();
  for (const rule of rules) {
    const first = rule.from[0] ?? '';
    byFirst.set(first, [...(byFirst.get(first) ?? []), rule]);
  }
  return (tokens) => {
    const own: Token[] = [];
    const put: Token[] = [];
    let closed = 0;
    for (let at = 0; at < tokens.length; ) {
      const found = fitting(byFirst, tokens, at);
      const length = found[0]?.from.length ?? 1;
      const here = tokens.slice(at, at + length).map((token) => ({ ...token, position: token.position - closed }));
      if (found.length === 0 || found.some(({ keep }) => keep)) own.push(...here);
      // Words put in the place of several leave one place, as in Lucene.
      else closed += (here.at(-1)?.position ?? 0) - (here[0]?.position ?? 0);
      put.push(...synonyms(found, here, tokens.slice(at)));
      at += length;
    }
    const seen = new Set<string>();
    const isNew = ({ word, position }: Token) => seen.size < seen.add(`${position} ${word}`).size;
    return [...own, ...put].filter(isNew).toSorted((a, b) => a.position - b.position);
  };
}

/** Rules with the most words that fit at this place. */
function fitting(
  byFirst: ReadonlyMap<string, readonly SynonymRule[]>,
  tokens: readonly Token[],
  at: number,
): readonly SynonymRule[] {
  const rules = byFirst.get(tokens[at]?.word ?? '') ?? [];
  const found = rules.filter(({ from }) => from.every((word, i) => tokens[at + i]?.word === word));
  const most = Math.max(0, ...found.map(({ from }) => from.length));
  return found.filter(({ from }) => from.length === most);
}

/** What the rules put in; words beyond the place lie over the ones that follow. */
function synonyms(rules: readonly SynonymRule[], own: readonly Token[], rest: readonly Token[]): readonly Token[] {
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) return [];
  return rules.flatMap(({ to }) =>
    to.flatMap((words) =>
      words.map((word, i): Token => {
        const over = i < own.length ? undefined : rest[i];
        const { start, end } = over ?? { start: first.start, end: last.end };
        return { word, position: first.position + i, start, end, type: 'SYNONYM' };
      }),
    ),
  );
}
