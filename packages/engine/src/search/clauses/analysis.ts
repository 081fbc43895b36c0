import { type AnyAnalyser, analyse, type Token, tokensOf } from '@datasarana/query';
import type { FieldSource } from '../index-fields.ts';

/** The words of a query text for a field: by the analyser the query names, or the field's own. */
export const wordsFor = (source: FieldSource, given: AnyAnalyser | undefined, text: string): readonly string[] =>
  analyse(given ?? analyserOf(source), text);

/** The same with their positions. */
export const tokensFor = (source: FieldSource, given: AnyAnalyser | undefined, text: string): readonly Token[] =>
  tokensOf(given ?? analyserOf(source), text);

/** What the values of a field went through. */
export const analyserOf = ({ type, field }: FieldSource): AnyAnalyser =>
  field?.field.analyser ?? (type === 'keyword' ? 'keyword' : 'standard');

/** A text of a query as a field keeps its values: a keyword may have a normalizer. */
export function asKept({ type, field }: FieldSource, text: string): string {
  const normalizer = type === 'keyword' ? field?.field.analyser : undefined;
  return normalizer === undefined ? text : (analyse(normalizer, text)[0] ?? '');
}

/** Words of one place: alternatives where there are several. */
export interface Place {
  readonly position: number;
  readonly words: readonly string[];
}

export function placesFor(source: FieldSource, given: AnyAnalyser | undefined, text: string): readonly Place[] {
  const places = new Map<number, string[]>();
  for (const { word, position } of tokensFor(source, given, text)) {
    const known = places.get(position);
    if (known) known.push(word);
    else places.set(position, [word]);
  }
  return [...places].map(([position, words]) => ({ position, words }));
}
