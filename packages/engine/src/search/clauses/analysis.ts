import { type AnyAnalyser, analyse, type Token, tokensOf } from '@datasarana/query';
import type { FieldSource } from '../index-fields.ts';

/** The words of a query text for a field: by the analyser the query names, or the field's own. */
export const wordsFor = (source: FieldSource, given: AnyAnalyser | undefined, text: string): readonly string[] =>
  analyse(given ?? searchAnalyserOf(source), text);

/** The same with their positions. */
export const tokensFor = (source: FieldSource, given: AnyAnalyser | undefined, text: string): readonly Token[] =>
  tokensOf(given ?? searchAnalyserOf(source), text);

/** What the values of a field went through. */
export const analyserOf = ({ type, field }: FieldSource): AnyAnalyser =>
  field?.field.analyser ?? (type === 'text' ? 'standard' : 'keyword');

/** What words that are looked for in a field go through. */
export const searchAnalyserOf = (source: FieldSource): AnyAnalyser =>
  source.field?.field.searchAnalyser ?? analyserOf(source);

/** What phrases that are looked for in a field go through. */
export const quoteAnalyserOf = (source: FieldSource): AnyAnalyser =>
  source.field?.field.quoteAnalyser ?? searchAnalyserOf(source);

/** The words a field has of a text. */
export const keptWords = (source: FieldSource, text: string): readonly string[] => analyse(analyserOf(source), text);

/** Places between two texts of a list, as OpenSearch's `position_increment_gap`. */
export const gapOf = ({ field }: FieldSource): number => field?.field.gap ?? 100;

/** A text of a query as a field keeps its values: a keyword may have a normalizer. */
export function asKept({ type, field }: FieldSource, text: string): string {
  const normalizer = type === 'keyword' ? field?.field.analyser : undefined;
  return normalizer === undefined ? text : (analyse(normalizer, text)[0] ?? '');
}

/** Words of one place: alternatives where there are several. */
export interface Place {
  readonly position: number;
  readonly words: readonly string[];
  /** Where the last of them ends in the text. */
  readonly end: number;
}

export function placesFor(source: FieldSource, given: AnyAnalyser | undefined, text: string): readonly Place[] {
  const places = new Map<number, { readonly words: string[]; end: number }>();
  for (const { word, position, end } of tokensFor(source, given, text)) {
    const known = places.get(position) ?? { words: [], end };
    places.set(position, known);
    known.words.push(word);
    known.end = end;
  }
  return [...places].map(([position, place]) => ({ position, ...place }));
}
