import type { CustomAnalyser, FilterStep } from '../chain.ts';
import { FRENCH_ARTICLES } from '../filters/elision.ts';
import { STOP_WORDS } from '../filters/stop-words/lists.ts';

/** What is particular to the analyser of a language. */
interface Language {
  readonly stemmer: string;
  /** Articles that lose their vowel. */
  readonly articles?: readonly string[];
  /** Between the stop words and the stemmer. */
  readonly before?: readonly FilterStep[];
}

const ITALIAN_ARTICLES = 'c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d'.split(' ');

/** Words Lucene's Dutch analyser has stems of its own for. */
const DUTCH_STEMS = [
  ['fiets', 'fiets'],
  ['bromfiets', 'bromfiets'],
  ['ei', 'eier'],
  ['kind', 'kinder'],
] as const;

const LANGUAGE: Readonly<Record<string, Language>> = {
  armenian: { stemmer: 'armenian' },
  danish: { stemmer: 'danish' },
  dutch: { stemmer: 'dutch', before: [{ kind: 'stemmer_override', rules: DUTCH_STEMS }] },
  finnish: { stemmer: 'finnish' },
  french: { stemmer: 'light_french', articles: FRENCH_ARTICLES },
  german: { stemmer: 'light_german', before: [{ kind: 'german_normalization' }] },
  italian: { stemmer: 'light_italian', articles: ITALIAN_ARTICLES },
  norwegian: { stemmer: 'norwegian' },
  portuguese: { stemmer: 'light_portuguese' },
  russian: { stemmer: 'russian' },
  spanish: { stemmer: 'light_spanish' },
  swedish: { stemmer: 'swedish' },
};

export const LANGUAGES = Object.keys(LANGUAGE);

/** The analyser of a language, as Lucene puts it together; words of `kept` are not stemmed. */
export function languageAnalyser(
  name: string,
  stopWords: readonly string[] = STOP_WORDS[`_${name}_`] ?? [],
  kept: readonly string[] = [],
): CustomAnalyser {
  const { stemmer, articles, before = [] } = LANGUAGE[name] ?? { stemmer: name };
  return {
    tokenizer: 'standard',
    filters: [
      ...(articles === undefined ? [] : [{ kind: 'elision', words: articles, ignoreCase: true } as const]),
      { kind: 'lowercase' },
      { kind: 'stop', words: stopWords, ignoreCase: false },
      ...(kept.length === 0 ? [] : [{ kind: 'keyword_marker', words: kept, ignoreCase: false } as const]),
      ...before,
      { kind: 'stemmer', language: stemmer },
    ],
  };
}
