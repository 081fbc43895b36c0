import type { Token } from '../token.ts';

/** Words that stand for others: `from` in the text also (or only) counts as each of `to`. */
export interface SynonymRule {
  readonly from: readonly string[];
  readonly to: readonly (readonly string[])[];
  /** The words of the text stay beside. */
  readonly keep: boolean;
}

/** Words of a text that rules fit, the longest from a place on. */
export interface SynonymMatch {
  /** How many words of the text. */
  readonly length: number;
  /** What they stand for, each once. */
  readonly outputs: readonly (readonly string[])[];
  readonly keep: boolean;
}

/** Finds the words from a place on that the rules know. */
export type MatchAt = (tokens: readonly Token[], from: number) => SynonymMatch | null;

/** Words that may follow, and the rules that end here. */
interface Branch {
  readonly next: Map<string, Branch>;
  readonly rules: SynonymRule[];
}

/** Makes a finder of what rules fit; it looks at a text from left to right and takes as many words as a rule has. */
export function synonymMatches(rules: readonly SynonymRule[]): MatchAt {
  const root = treeOf(rules);
  const known = new Map<readonly SynonymRule[], Omit<SynonymMatch, 'length'>>();
  return (tokens, from) => {
    const found = fitting(root, tokens, from);
    const [first] = found;
    if (first === undefined) return null;
    const told = known.get(found) ?? { outputs: outputsOf(found), keep: found.some(({ keep }) => keep) };
    known.set(found, told);
    return { length: first.from.length, ...told };
  };
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

function outputsOf(found: readonly SynonymRule[]): readonly (readonly string[])[] {
  const byText = new Map(found.flatMap(({ to }) => to).map((words) => [words.join('\0'), words]));
  return [...byText.values()];
}
