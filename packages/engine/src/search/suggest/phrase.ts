import type { PhraseSuggester } from '@datasarana/query';
import { tokensFor } from '../clauses/analysis.ts';
import { compareTexts } from '../compare-values.ts';
import type { SuggestEntry } from '../response.ts';
import { floatText } from '../text/bm25.ts';
import type { SuggestContext } from './context.ts';
import { Dictionary, type Vocabulary } from './dictionary.ts';

interface Choice {
  readonly word: string;
  readonly isOwn: boolean;
  /** Logarithm of how likely it was meant. */
  readonly score: number;
}

interface Path {
  readonly words: readonly Choice[];
  readonly changes: number;
  readonly score: number;
}

/** As many corrections of a word are tried, and as many of a text are kept at least. */
const CANDIDATES = 5;
const MIN_LENGTH = 4;
const CLOSE = { maxEdits: 2, prefixLength: 1 } as const;

/**
 * Corrections of a text as a whole: each word by itself or, when no document has it, by a close one, scored by likeness and frequency
 * (the noisy channel of Lucene's phrase suggester with a model of single words).
 */
export async function suggestPhrases(
  given: string,
  by: PhraseSuggester,
  context: SuggestContext,
): Promise<readonly SuggestEntry[]> {
  const dictionary = new Dictionary(by.field, context);
  const { source } = dictionary;
  const analyser = dictionary.analyser(by.analyser);
  const words = tokensFor(source, analyser, given).flatMap(({ word, type }) => (type === 'shingle' ? [] : [word]));
  if (words.length === 0) return [];
  const entry = { text: given, offset: 0, length: given.length };
  if (words.length >= by.tokenLimit) return [{ ...entry, options: [] }];
  const vocabulary = await dictionary.vocabulary();
  const choices: (readonly Choice[])[] = [];
  for (const word of words) choices.push(await choicesFor(word, dictionary, vocabulary, by));
  const most = Math.max(1, by.maxErrors >= 1 ? Math.floor(by.maxErrors) : Math.round(by.maxErrors * words.length));
  const own = choices.reduce((sum, [itself]) => sum + (itself?.score ?? 0), 0);
  const least = by.confidence > 0 ? Math.exp(own) * by.confidence : 0;
  const options = pathsOf(choices, most)
    .map((path) => ({ path, text: path.words.map(({ word }) => word).join(' '), score: Math.exp(path.score) }))
    .filter(({ score }) => score > least)
    .sort((a, b) => b.score - a.score || compareTexts(a.text, b.text))
    .slice(0, by.size)
    .map(({ path, text, score }) => ({
      text,
      ...(by.highlight && { highlighted: marked(path, by.highlight) }),
      score: floatText(score),
    }));
  return [{ ...entry, options }];
}

/** The word itself first, then what it may have been meant to be. */
async function choicesFor(
  word: string,
  dictionary: Dictionary,
  { tokens, words }: Vocabulary,
  { realWordErrorLikelihood }: PhraseSuggester,
): Promise<readonly Choice[]> {
  const isKnown = (await dictionary.frequency(word)) > 0;
  const isTried = !isKnown && [...word].length >= MIN_LENGTH;
  const close = isTried ? (await dictionary.close(word, CLOSE)).slice(0, CANDIDATES) : [];
  const counts = await dictionary.occurrences([word, ...close.map((each) => each.word)]);
  const likely = (each: string, likeness: number) =>
    Math.log10((likeness * (1 + (counts.get(each) ?? 0))) / (tokens + words));
  return [
    { word, isOwn: true, score: likely(word, realWordErrorLikelihood) },
    ...close.map((each) => ({ word: each.word, isOwn: false, score: likely(each.word, each.score) })),
  ];
}

/** More ways through the choices than these are never asked for, as the scores of words are added up one by one. */
const BEAM = 1000;

/** The best ways through the choices with at most so many changed words. */
function pathsOf(choices: readonly (readonly Choice[])[], most: number): readonly Path[] {
  let paths: readonly Path[] = [{ words: [], changes: 0, score: 0 }];
  for (const choice of choices) {
    paths = paths
      .flatMap((path) =>
        choice.map((each) => ({
          words: [...path.words, each],
          changes: path.changes + (each.isOwn ? 0 : 1),
          score: path.score + each.score,
        })),
      )
      .filter(({ changes }) => changes <= most)
      .sort((a, b) => b.score - a.score)
      .slice(0, BEAM);
  }
  return paths;
}

/** Changed words beside each other stand within one pair of marks. */
function marked({ words }: Path, { preTag, postTag }: NonNullable<PhraseSuggester['highlight']>): string {
  const shown = words.map(({ word, isOwn }, i) => {
    if (isOwn) return word;
    const begins = words[i - 1]?.isOwn !== false;
    const ends = words[i + 1]?.isOwn !== false;
    return (begins ? preTag : '') + word + (ends ? postTag : '');
  });
  return shown.join(' ');
}
