import { analyse, type Token, tokensOf } from '@datasarana/query';
import type { Analyser } from '@datasarana/schema';
import type { FieldSource } from '../index-fields.ts';

/** The words of a query text for a field: by the analyser the query names, or the field's own. */
export const wordsFor = (source: FieldSource, given: Analyser | undefined, text: string): readonly string[] =>
  analyse(given ?? analyserOf(source), text);

/** The same with their positions. */
export const tokensFor = (source: FieldSource, given: Analyser | undefined, text: string): readonly Token[] =>
  tokensOf(given ?? analyserOf(source), text);

export const analyserOf = (source: FieldSource): Analyser => source.field?.field.analyser ?? 'standard';
