import { type Fields, readOneOrMany, readText } from '../../reading/fields.ts';
import { type CharFilterStep, charFilterOf } from '../chain.ts';
import { mappingRules } from '../char-filters/mapping.ts';
import { type PartNames, readPart } from './names.ts';
import { readWordList } from './words.ts';

type Read = (fields: Fields) => CharFilterStep;

const READ: Readonly<Record<string, Read>> = {
  html_strip: (fields) => ({ kind: 'html_strip', escapedTags: fields.optional('escaped_tags', readWordList) ?? [] }),
  mapping: (fields) => ({
    kind: 'mapping',
    rules: mappingRules(fields.required('mappings', (list, at) => readOneOrMany(list, at, readText))),
  }),
  pattern_replace: (fields) => ({
    kind: 'pattern_replace',
    pattern: fields.required('pattern', readText),
    replacement: fields.text('replacement') ?? '',
    flags: fields.text('flags') ?? '',
  }),
};

/** Reads a character filter by name or as an object. @throws PlatformError for one that is not offered, or cannot be made */
export function readCharFilter(value: unknown, path: string, names: PartNames): CharFilterStep {
  const read = (type: string, fields: Fields) => (Object.hasOwn(READ, type) ? (READ[type]?.(fields) ?? null) : null);
  const found = readPart(value, path, names, read);
  charFilterOf(found);
  return found;
}
