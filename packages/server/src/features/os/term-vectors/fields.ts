import { fitsPattern, type StoredInfo } from '@datasarana/engine';
import type { Wanted } from './read-request.ts';

type Properties = StoredInfo['mapping']['properties'];

/** A field that has words. */
export interface WordField {
  readonly path: string;
  /** Where its texts stand in a document; a further reading of a field has those of the field. */
  readonly source: string;
  readonly type: string;
  /** Positions between two texts. */
  readonly gap: number;
  readonly isNested: boolean;
  /** What the mapping says is kept of its words (`term_vector`). */
  readonly kept: string;
}

const WITH_WORDS = new Set(['text', 'keyword', 'match_only_text', 'search_as_you_type', 'wildcard']);

function* fieldsIn(properties: Properties, prefix = '', isNested = false): Iterable<WordField> {
  for (const [name, field] of Object.entries(properties)) {
    const path = prefix + name;
    yield* ownFields(path, path, field, isNested);
    yield* fieldsIn(field.properties ?? {}, `${path}.`, isNested || field.type === 'nested');
  }
}

function* ownFields(path: string, source: string, field: Properties[string], isNested: boolean): Iterable<WordField> {
  const { type, parameters } = field;
  if (WITH_WORDS.has(type) && parameters.index !== false) {
    const usual = type === 'keyword' || type === 'wildcard' ? 0 : 100;
    const gap = Number(parameters.position_increment_gap ?? usual);
    yield { path, source, type, gap, isNested, kept: String(parameters.term_vector ?? 'no') };
  }
  for (const [name, other] of Object.entries(field.fields ?? {})) {
    yield* ownFields(`${path}.${name}`, source, other, isNested);
  }
}

/** The fields of an index a request is about: those it names, else all of a document that is not stored, or those whose words are kept. */
export function wantedFields({ mapping }: StoredInfo, { fields, doc }: Wanted): readonly WordField[] {
  const isMeant = ({ path, isNested, kept }: WordField): boolean => {
    // as in OpenSearch, a document that is not stored is taken without the objects nested in it
    if (doc !== undefined && isNested) return false;
    if (fields !== undefined) return fields.some((pattern) => fitsPattern(pattern, path));
    return doc !== undefined || kept !== 'no';
  };
  return [...fieldsIn(mapping.properties)].filter(isMeant);
}
