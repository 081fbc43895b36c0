import {
  type AnyAnalyser,
  type CustomAnalyser,
  type Cutting,
  filtersOf,
  stagesOf,
  type Token,
} from '@datasarana/query';
import { isObject } from '../call.ts';
import type { Body } from '../json-object.ts';
import { illegal } from '../refusals.ts';
import { type Cut, toldWords } from './tokens.ts';

/** Steps behind which words know whether they are to be stemmed. */
const TELLING_KEYWORDS: ReadonlySet<string> = new Set([
  ...['stemmer', 'stemmer_override', 'keyword_marker', 'keyword_repeat'],
]);

const bytesOf = (word: string): string => `[${[...Buffer.from(word)].map((byte) => byte.toString(16)).join(' ')}]`;

/** So much all steps of an analyser tell together: letters of texts and words, and what stands around a word. */
const MOST_TOLD = 20_000_000;

const AROUND_A_WORD = 150;

/** Counts what an explanation tells. @throws PlatformError for more than one holds */
class Extent {
  #told = 0;

  add(told: number): void {
    this.#told += told;
    if (this.#told > MOST_TOLD)
      throw illegal(
        'The steps of the analyzer make too much of the text to be explained together: explain a shorter one',
      );
  }
}

/** Words with everything that is known of them, or the attributes that were asked for. */
function describing(steps: CustomAnalyser['filters'], attributes: readonly string[]) {
  const hasKeywords = steps.some(({ kind }) => TELLING_KEYWORDS.has(kind));
  const wanted = new Set(attributes.map((name) => name.toLowerCase()));
  const isWanted = ([name]: readonly [string, unknown]) => wanted.size === 0 || wanted.has(name.toLowerCase());
  return ({ word, keyword, positionLength }: Token): Body => {
    const all: Body = {
      bytes: bytesOf(word),
      ...(hasKeywords && { keyword: keyword === true }),
      positionLength: positionLength ?? 1,
      termFrequency: 1,
    };
    return Object.fromEntries(Object.entries(all).filter(isWanted));
  };
}

/** Names of the parts of an analyser, as a request or the settings of an index put it together. */
export interface PartNames {
  readonly tokenizer: string;
  readonly filters: readonly string[];
  readonly charFilters: readonly string[];
}

/** A part without a name is called by its type. */
const nameOf = (given: unknown): string => (isObject(given) ? `__anonymous__${given.type}` : String(given));

const namesOf = (given: unknown): readonly string[] => [given ?? []].flat().map(nameOf);

export const partNames = ({ tokenizer = 'keyword', filter, char_filter: charFilter }: Body): PartNames => ({
  tokenizer: nameOf(tokenizer),
  filters: namesOf(filter),
  charFilters: namesOf(charFilter),
});

/** What each step of an analyser makes of texts. */
export function explainedSteps(
  analyser: CustomAnalyser,
  names: PartNames,
  cut: Cut,
  attributes: readonly string[],
): Body {
  const extent = new Extent();
  const { rewritten, words } = stagesOf(analyser, cut.texts);
  for (const texts of rewritten) for (const { length } of texts) extent.add(length);
  const told = [...words].map((found, count) => {
    for (const { word } of found.flatMap(({ tokens }) => tokens)) extent.add(word.length + AROUND_A_WORD);
    return toldWords(found, cut, describing(analyser.filters.slice(0, count), attributes));
  });
  const [tokenized, ...filtered] = told;
  return {
    custom_analyzer: true,
    charfilters: names.charFilters.map((name, i) => ({ name, filtered_text: rewritten[i] })),
    tokenizer: { name: names.tokenizer, tokens: tokenized },
    tokenfilters: names.filters.map((name, i) => ({ name, tokens: filtered[i] })),
  };
}

/** What an analyser that is one piece makes of texts. */
export function explainedWhole(
  {
    analyser,
    name,
    found,
  }: { readonly analyser: AnyAnalyser; readonly name: string; readonly found: readonly Cutting[] },
  cut: Cut,
  attributes: readonly string[],
): Body {
  const tokens = toldWords(found, cut, describing(filtersOf(analyser), attributes));
  return { custom_analyzer: false, analyzer: { name, tokens } };
}
