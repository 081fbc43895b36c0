import { analyserIn, Breath, type FieldStatistics, type StoredInfo, valuesAt } from '@datasarana/engine';
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
  const breath = new Breath();
  const vectors: Vector[] = [];
  for (const field of wantedFields(index.info, wanted)) {
    const texts = valuesAt(document, field.source.split('.')).flatMap(textOf);
    const given = Object.hasOwn(wanted.analysers, field.path) ? wanted.analysers[field.path] : undefined;
    const own = fieldAt(definition?.fields, field.path.split('.'))?.analyser;
    const usual = field.type === 'keyword' || field.type === 'wildcard' ? 'keyword' : 'standard';
    const analyser: AnyAnalyser = analyserIn(index.info, given) ?? own ?? usual;
    const words = await wordsOf(texts, analyser, field.gap, breath);
    if (words.size > 0) vectors.push({ field, words, ...shownPlaces(field, wanted, given !== undefined) });
  }
  const asked = vectors.map(({ field, words }) => ({ path: field.path, words: [...words.keys()] }));
  const { services, scope, signal } = call;
  const known = await services.search.termStatistics(scope, index.inside, asked, { signal });
  const all: Record<string, unknown> = {};
  for (const vector of vectors) {
    const { path } = vector.field;
    all[path] = await shown(vector, known.get(path), wanted, breath);
  }
  return all;
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

async function shown(
  { words, offsets, positions }: Vector,
  known: FieldStatistics | undefined,
  wanted: Wanted,
  breath: Breath,
): Promise<Body> {
  const statistics = known === undefined || known.documents === 0 ? ofDocument(words) : known;
  const { selection, termStatistics, fieldStatistics } = wanted;
  const scores = selection === undefined ? null : selected(words, statistics, selection);
  const terms: [string, Body][] = [];
  for (const [word, places] of words) {
    const score = scores?.get(word);
    if (scores !== null && score === undefined) continue;
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
    terms.push([word, body]);
    if (breath.isDue) await breath.take();
  }
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
