/** What is written as other languages of search have it, and is looked for as words here. */
export interface SearchSlips {
  /** As they are written, each once. */
  readonly words: readonly string[];
  /** The whole text as it is probably meant. */
  readonly meant: string;
}

/** Phrases, regular expressions, ranges and what is escaped hold no operators. */
const TAKEN_AS_THEY_ARE = /"(?:\\.|[^"\\])*"|\/(?:\\.|[^/\\])*\/|[[{][^\]}]*[\]}]|\\./g;
const COMPARISON = /(?<![^\s(])([\w.]+)\s*(>=|<=|!=|==|=|<|>)\s*(?=[^\s)])/g;
const OPERATOR = /(?<![^\s()\0])(and|or|not)(?=[\s(])/gi;
const MEANT: Readonly<Record<string, string>> = { '=': '', '==': '', '!=': '' };

interface Slip {
  readonly at: number;
  readonly wrote: string;
  readonly meant: string;
}

/** A sign that no words hold tells a comparison, of a field that is written wrongly too: what it is called is told once it is asked for. */
const isCertain = (name: string, sign: string): boolean => sign.length > 1 && /^[a-z_]/i.test(name);

function comparisonsIn(text: string, isField: (name: string) => boolean): readonly Slip[] {
  return [...text.matchAll(COMPARISON)]
    .filter(([, name = '', sign = '']) => isField(name) || isCertain(name, sign))
    .map(({ 0: wrote, 1: name = '', 2: sign = '', index }) => ({
      at: index,
      wrote,
      meant: `${sign === '!=' ? 'NOT ' : ''}${name}:${MEANT[sign] ?? sign}`,
    }));
}

const operatorsIn = (text: string): readonly Slip[] =>
  [...text.matchAll(OPERATOR)]
    .filter(([word]) => word !== word.toUpperCase())
    .map(({ 0: wrote, index }) => ({ at: index, wrote, meant: wrote.toUpperCase() }));

/**
 * `and`, `or` and `not` in small letters between fields, and signs where a colon belongs: `speed >= 100 and damage = none`. Null where
 * there are none, or words alone are searched for.
 */
export function slipsOf(text: string, isField: (name: string) => boolean, namesFields: boolean): SearchSlips | null {
  const bare = text.replace(TAKEN_AS_THEY_ARE, (taken) => '\0'.repeat(taken.length));
  const comparisons = comparisonsIn(bare, isField);
  const operators = namesFields || comparisons.length > 0 ? operatorsIn(bare) : [];
  const slips = [...comparisons, ...operators].toSorted((one, other) => other.at - one.at);
  if (slips.length === 0) return null;
  const meant = slips.reduce(
    (now, { at, wrote, meant }) => now.slice(0, at) + meant + now.slice(at + wrote.length),
    text,
  );
  return { words: [...new Set(slips.map(({ wrote }) => wrote.trim()).toReversed())], meant };
}
