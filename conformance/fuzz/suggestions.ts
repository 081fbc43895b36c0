import type { FuzzField } from './fields.ts';
import type { Queries } from './queries.ts';
import type { Random } from './random.ts';

type Body = Readonly<Record<string, unknown>>;

/** Corrections of words or of a text, or what a text that is being typed may become. */
export function suggested(random: Random, queries: Queries): Body {
  const texts = queries.fields(null).filter(({ type }) => type === 'text');
  const { completions } = queries;
  if (completions.length > 0 && random.chance(0.7)) return { suggest: { typed: typed(random, completions) } };
  if (texts.length === 0) return {};
  const text = random.pick(['alfa', 'bata gama', 'foxtrat alpha', 'ete', 'alpha bata']);
  const { path: field } = random.pick(texts);
  if (random.chance(0.35)) return { suggest: { whole: { text, phrase: phrase(random, field) } } };
  return { suggest: { words: { text, term: term(random, field) } } };
}

const term = (random: Random, field: string): Body => ({
  field,
  ...random.maybe(0.4, () => ({ suggest_mode: random.pick(['missing', 'popular', 'always']) })),
  ...random.maybe(0.3, () => ({ sort: random.pick(['score', 'frequency']) })),
  ...random.maybe(0.3, () => ({ max_edits: random.int(1, 2) })),
  ...random.maybe(0.3, () => ({ prefix_length: random.int(0, 2) })),
  ...random.maybe(0.3, () => ({ min_word_length: random.int(1, 6) })),
  ...random.maybe(0.3, () => ({ min_doc_freq: random.pick([1, 2, 0.1]) })),
  ...random.maybe(0.2, () => ({ max_term_freq: random.pick([3, 0.5]) })),
  ...random.maybe(0.3, () => ({ string_distance: random.pick(DISTANCES) })),
  size: random.int(1, 4),
});

const DISTANCES = ['internal', 'damerau_levenshtein', 'levenshtein', 'jaro_winkler', 'ngram'];

const phrase = (random: Random, field: string): Body => ({
  field,
  size: random.int(1, 4),
  ...random.maybe(0.5, () => ({ confidence: random.pick([0, 0.5, 1.1, 2]) })),
  ...random.maybe(0.4, () => ({ max_errors: random.pick([0.5, 1, 2.5]) })),
  ...random.maybe(0.2, () => ({ real_word_error_likelihood: random.pick([0.7, 1.5]) })),
  ...random.maybe(0.2, () => ({ separator: '-' })),
  ...random.maybe(0.3, () => ({ highlight: { pre_tag: '<', post_tag: '>' } })),
});

function typed(random: Random, completions: readonly FuzzField[]): Body {
  const fuzzy = random.maybe(0.5, () => ({
    fuzzy: {
      ...random.maybe(0.5, () => ({ fuzziness: random.pick<unknown>([0, 1, 2, 'AUTO']) })),
      ...random.maybe(0.3, () => ({ min_length: random.int(1, 4) })),
      ...random.maybe(0.3, () => ({ prefix_length: random.int(0, 2) })),
      ...random.maybe(0.2, () => ({ transpositions: false })),
      ...random.maybe(0.2, () => ({ unicode_aware: true })),
    },
  }));
  const skipping = random.maybe(0.3, () => ({ skip_duplicates: true }));
  // of equally near ones others are left out there, which depends on how its automata are walked
  const size = Object.keys(fuzzy).length > 0 ? 500 : random.int(1, 8);
  const completion = { field: random.pick(completions).path, size, ...skipping };
  if (random.chance(0.2)) return { regex: random.pick(['al.*', '[ab].*', 'gam(m|u)', 'b']), completion };
  const prefix = random.pick(['a', 'al', 'alp', 'Alpha', 'alhpa', 'lpha', 'be', 'alpha b', 'ét', 'gamm', 'x']);
  return { prefix, completion: { ...completion, ...fuzzy } };
}
