import type { PhraseSuggester } from '@datasarana/query';
import { tokensFor } from '../clauses/analysis.ts';
import type { SuggestEntry } from '../response.ts';
import { floatText } from '../text/bm25.ts';
import type { SuggestContext } from './context.ts';
import { Dictionary } from './dictionary.ts';

interface Choice {
  readonly word: string;
  readonly isOwn: boolean;
  readonly score: number;
}

interface Path {
  readonly words: readonly Choice[];
  readonly changes: number;
  readonly score: number;
}

const CANDIDATES = 5;
const MIN_LENGTH = 4;
const BEAM = 64;
const CLOSE = { maxEdits: 2, prefixLength: 1 } as const;

/**
 * Corrections of a text as a whole: each word by itself or a close one, scored by likeness and frequency (the noisy
 * channel of Lucene's phrase suggester with a model of single words).
 */
export async function suggestPhrases(
  given: string,
  by: PhraseSuggester,
  context: SuggestContext,
): Promise<readonly SuggestEntry[]> {
  const dictionary = new Dictionary(by.field, context);
  const { source } = dictionary;
  const analyser = dictionary.analyser(by.analyser);
  const words = tokensFor(source, analyser, given).map(({ word }) => word);
  const documents = await dictionary.documents();
  const choices: (readonly Choice[])[] = [];
  for (const word of words) choices.push(await choicesFor(word, dictionary, documents, by));
  const most = by.maxErrors >= 1 ? by.maxErrors : Math.ceil(by.maxErrors * words.length);
  const least = by.confidence * choices.reduce((score, [own]) => score * (own?.score ?? 1), 1);
  const options = pathsOf(choices, most)
    .filter(({ changes, score }) => changes > 0 && (by.confidence === 0 || score > least))
    .slice(0, by.size)
    .map((path) => ({
      text: path.words.map(({ word }) => word).join(by.separator),
      ...(by.highlight && { highlighted: marked(path, by.highlight, by.separator) }),
      score: floatText(path.score),
    }));
  return words.length === 0 ? [] : [{ text: given, offset: 0, length: given.length, options }];
}

/** The word itself first, then what it may have been meant to be. */
async function choicesFor(
  word: string,
  dictionary: Dictionary,
  documents: number,
  { realWordErrorLikelihood }: PhraseSuggester,
): Promise<readonly Choice[]> {
  const likely = (frequency: number) => (1 + frequency) / (2 * documents + 1);
  const own = await dictionary.frequency(word);
  const itself = { word, isOwn: true, score: realWordErrorLikelihood * likely(own) };
  if ([...word].length < MIN_LENGTH) return [itself];
  const close = (await dictionary.close(word, CLOSE)).slice(0, CANDIDATES);
  return [
    itself,
    ...close.map((each) => ({ word: each.word, isOwn: false, score: each.score * likely(each.frequency) })),
  ];
}

/** The best ways through the choices with at most so many changed words, the best first. */
function pathsOf(choices: readonly (readonly Choice[])[], most: number): readonly Path[] {
  let paths: readonly Path[] = [{ words: [], changes: 0, score: 1 }];
  for (const choice of choices) {
    paths = paths
      .flatMap((path) =>
        choice.map((each) => ({
          words: [...path.words, each],
          changes: path.changes + (each.isOwn ? 0 : 1),
          score: path.score * each.score,
        })),
      )
      .filter(({ changes }) => changes <= most)
      .sort((a, b) => b.score - a.score)
      .slice(0, BEAM);
  }
  return paths;
}

const marked = (
  { words }: Path,
  { preTag, postTag }: NonNullable<PhraseSuggester['highlight']>,
  separator: string,
): string => words.map(({ word, isOwn }) => (isOwn ? word : preTag + word + postTag)).join(separator);
