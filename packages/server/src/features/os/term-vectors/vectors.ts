import { analyserIn, type FieldStatistics, type StoredInfo, valuesAt } from '@datasarana/engine';
import type { AnyAnalyser } from '@datasarana/query';
import type { OsCall } from '../call.ts';
import { fieldAt } from '../field-at.ts';
import type { Body } from '../json-object.ts';
import { type WordField, wantedFields } from './fields.ts';
import type { Wanted } from './read-request.ts';
import { selected } from './select.ts';
import { type Words, wordsOf } from './words-of.ts';

/** An index as the door and as the engine know it. */
export interface AskedIndex {
  readonly info: StoredInfo;
  /** Name inside. */
  readonly inside: string;
}

interface Vector {
  readonly field: WordField;
  readonly words: Words;
  readonly offsets: boolean;
  readonly positions: boolean;
}

/** The words of a document by field, as `term_vectors` shows them. */
export async function vectorsOf(call: OsCall, index: AskedIndex, wanted: Wanted, document: unknown): Promise<Body> {
  const definition = await call.services.search.definition(call.scope, index.inside);
  const vectors = wantedFields(index.info, wanted).flatMap((field): readonly Vector[] => {
    const texts = valuesAt(document, field.source.split('.')).flatMap(textOf);
    const given = Object.hasOwn(wanted.analysers, field.path) ? wanted.analysers[field.path] : undefined;
    const own = fieldAt(definition?.fields, field.path.split('.'))?.analyser;
    const usual = field.type === 'keyword' || field.type === 'wildcard' ? 'keyword' : 'standard';
    const analyser: AnyAnalyser = analyserIn(index.info, given) ?? own ?? usual;
    const words = wordsOf(texts, analyser, field.gap);
    if (words.size === 0) return [];
    return [{ field, words, ...shownPlaces(field, wanted, given !== undefined) }];
  });
  const asked = vectors.map(({ field, words }) => ({ path: field.path, words: [...words.keys()] }));
  const { services, scope, signal } = call;
  const known = await services.search.termStatistics(scope, index.inside, asked, { signal });
  return Object.fromEntries(
    vectors.map((vector) => [vector.field.path, shown(vector, known.get(vector.field.path), wanted)]),
  );
}

const textOf = (value: unknown): readonly string[] => (typeof value === 'object' ? [] : [String(value)]);

/** Of words that are kept for it only what is kept is shown; others are made when they are asked for. */
function shownPlaces({ kept }: WordField, wanted: Wanted, isMade: boolean): Pick<Vector, 'offsets' | 'positions'> {
  const { offsets, positions, doc } = wanted;
  if (doc !== undefined || isMade || kept === 'no') return { offsets, positions };
  return { offsets: offsets && kept.includes('offsets'), positions: positions && kept.includes('positions') };
}

/** What a field nobody has yet is measured by: the document itself. */
const ofDocument = (words: Words): FieldStatistics => ({
  documents: 1,
  pairs: words.size,
  occurrences: [...words.values()].reduce((sum, { length }) => sum + length, 0),
  words: new Map([...words].map(([word, { length }]) => [word, { documents: 1, occurrences: length }])),
});

function shown({ words, offsets, positions }: Vector, known: FieldStatistics | undefined, wanted: Wanted): Body {
  const statistics = known === undefined || known.documents === 0 ? ofDocument(words) : known;
  const { selection, termStatistics, fieldStatistics } = wanted;
  const scores = selection === undefined ? null : selected(words, statistics, selection);
  const terms = [...words].flatMap(([word, places]) => {
    const score = scores?.get(word);
    if (scores !== null && score === undefined) return [];
    const count = termStatistics ? statistics.words.get(word) : undefined;
    const tokens = places.map(({ position, start, end }) => ({
      ...(positions && { position }),
      ...(offsets && { start_offset: start, end_offset: end }),
    }));
    const body: Body = {
      ...(count !== undefined && { doc_freq: count.documents, ttf: count.occurrences }),
      term_freq: places.length,
      ...((positions || offsets) && { tokens }),
      ...(score !== undefined && { score }),
    };
    return [[word, body] as const];
  });
  return {
    ...(fieldStatistics && {
      field_statistics: {
        sum_doc_freq: statistics.pairs,
        doc_count: statistics.documents,
        sum_ttf: statistics.occurrences,
      },
    }),
    terms: Object.fromEntries(terms),
  };
}
