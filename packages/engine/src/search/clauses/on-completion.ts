import type { AnyAnalyser } from '@datasarana/query';
import { searchedKey } from '../../documents/completions.ts';
import type { FieldSource } from '../index-fields.ts';
import { mappedField } from '../mapped-field.ts';
import type { ClauseContext } from './context.ts';

/** What a text is looked for as in a field: in a completion field as it is kept there, all its words in one. */
export function keptWhole(
  source: FieldSource,
  text: string,
  given: AnyAnalyser | undefined,
  { layout, analyser }: ClauseContext,
): string {
  if (source.type !== 'completion') return text;
  return searchedKey(text, mappedField(layout, source.field?.path ?? source.path)?.parameters ?? {}, analyser, given);
}
