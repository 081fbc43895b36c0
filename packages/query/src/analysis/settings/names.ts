import { malformed } from '@datasarana/schema';
import { Fields, readText } from '../../reading/fields.ts';
import { isObject } from '../../reading/json.ts';

/** Parts of analysers by the names settings give them, not read yet. */
export type Named = Readonly<Record<string, unknown>>;

/** What a part is read as: its parameters, which may name it, and how it is told when it is not there. */
export interface PartNames {
  /** `tokenizer`, `char_filter` or `filter`. */
  readonly what: string;
  readonly known: Named;
  /** Whose part it is: an analyser of the settings. */
  readonly owner?: string | undefined;
}

/** Reads a part given by its name or as an object; `read` gives null for a type that is not offered, and
 * is told whether there is nothing but the name of the type. */
export function readPart<T>(
  value: unknown,
  path: string,
  { what, known, owner }: PartNames,
  read: (type: string, fields: Fields, isReference: boolean) => T | null,
): T {
  const body = typeof value === 'string' && Object.hasOwn(known, value) ? known[value] : value;
  const isReference = !isObject(body);
  const named = typeof value === 'string' ? value : path;
  const fields = new Fields(isReference ? { type: body } : body, path, `a ${what}`, 'all');
  const type = fields.required('type', readText);
  fields.hints('version');
  const found = read(type, fields, isReference);
  if (found === null) throw notThere(type, isReference, { what, known, owner }, named);
  fields.done();
  return found;
}

function notThere(type: string, isReference: boolean, { what, owner }: PartNames, name: string) {
  const hint = 'docs/deviations.md names those that are not offered.';
  if (!isReference && owner !== undefined) return malformed(`Unknown ${what} type [${type}] for [${name}]`, hint);
  if (owner === undefined) return malformed(`failed to find global ${what} under [${type}]`, hint);
  return malformed(`Custom Analyzer [${owner}] failed to find ${what} under name [${type}]`, hint);
}

/** So many filters, and so many character filters, an analyser has at most: each goes over every word of every text. */
const MOST_PARTS = 50;

/** Parts of a list, or one standing for a list of one. @throws PlatformError for more than an analyser has */
export function readParts(value: unknown, what: string): readonly unknown[] {
  const parts = value === undefined ? [] : Array.isArray(value) ? value : [value];
  if (parts.length <= MOST_PARTS) return parts;
  throw malformed(`An analyzer takes at most ${MOST_PARTS} of [${what}], not ${parts.length}`, 'Name fewer of them.');
}
