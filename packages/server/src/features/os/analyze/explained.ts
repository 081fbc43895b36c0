import { type AnyAnalyser, type CustomAnalyser, tokensOf } from '@datasarana/query';
import { isObject } from '../call.ts';
import type { Body } from '../json-object.ts';
import { type Cut, wordsOf } from './tokens.ts';

/** Steps behind which words know whether they are to be stemmed. */
const TELLING_KEYWORDS: ReadonlySet<string> = new Set([
  ...['stemmer', 'stemmer_override', 'keyword_marker', 'keyword_repeat'],
]);

const bytesOf = (word: string): string => `[${[...Buffer.from(word)].map((byte) => byte.toString(16)).join(' ')}]`;

/** Words with everything that is known of them, or the attributes that were asked for. */
function described(analyser: AnyAnalyser, cut: Cut, attributes: readonly string[]): readonly Body[] {
  const steps = typeof analyser === 'string' ? [] : analyser.filters;
  const hasKeywords = steps.some(({ kind }) => TELLING_KEYWORDS.has(kind));
  const wanted = attributes.map((name) => name.toLowerCase());
  const isWanted = ([name]: readonly [string, unknown]) => wanted.length === 0 || wanted.includes(name.toLowerCase());
  return wordsOf(analyser, cut, ({ word, keyword, positionLength }) => {
    const all: Body = {
      bytes: bytesOf(word),
      ...(hasKeywords && { keyword: keyword === true }),
      positionLength: positionLength ?? 1,
      termFrequency: 1,
    };
    return Object.fromEntries(Object.entries(all).filter(isWanted));
  });
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
  const { charFilters = [], filters } = analyser;
  const filtered = (count: number): CustomAnalyser => ({
    charFilters: charFilters.slice(0, count),
    tokenizer: 'keyword',
    filters: [],
  });
  const upTo = (count: number) => ({ ...analyser, filters: filters.slice(0, count) });
  return {
    custom_analyzer: true,
    charfilters: names.charFilters.map((name, i) => ({
      name,
      filtered_text: cut.texts.map((text) => tokensOf(filtered(i + 1), text)[0]?.word ?? ''),
    })),
    tokenizer: { name: names.tokenizer, tokens: described(upTo(0), cut, attributes) },
    tokenfilters: names.filters.map((name, i) => ({ name, tokens: described(upTo(i + 1), cut, attributes) })),
  };
}

/** What an analyser that is one piece makes of texts. */
export const explainedWhole = (analyser: AnyAnalyser, name: string, cut: Cut, attributes: readonly string[]): Body => ({
  custom_analyzer: false,
  analyzer: { name, tokens: described(analyser, cut, attributes) },
});
