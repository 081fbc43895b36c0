import { dateMathName, type NewIndexOptions } from '@datasarana/engine';
import { isObject, type OsCall } from './call.ts';
import type { Body } from './json-object.ts';
import { refuseTemplateName } from './template-indexes.ts';

/**
 * Makes an index of documents.
 * @returns its name, date math worked out @throws PlatformError 400 where it or one of its aliases would hide the index of a template
 */
export async function createIndex(
  call: OsCall,
  name: string,
  body: Body,
  options: NewIndexOptions = {},
): Promise<string> {
  const aliases = isObject(body.aliases) ? Object.keys(body.aliases) : [];
  for (const each of [dateMathName(name, Date.now()), ...aliases]) await refuseTemplateName(call, each);
  return call.documents.create(name, body, options);
}
