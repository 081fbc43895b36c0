import { fitsPattern, type StoredInfo } from '@datasarana/engine';
import { indexesOf, list, type OsCall } from '../call.ts';
import { incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';

type Properties = StoredInfo['mapping']['properties'];

/** Every field of a mapping with its path, those inside objects and beside others too. */
function* fieldsOf(properties: Properties, prefix = ''): Iterable<readonly [path: string, type: string]> {
  for (const [name, field] of Object.entries(properties)) {
    yield [prefix + name, field.type];
    yield* fieldsOf(field.properties ?? field.fields ?? {}, `${prefix}${name}.`);
  }
}

function capabilities(type: string) {
  const searchable = type !== 'object' && type !== 'nested';
  return { type, searchable, aggregatable: searchable && type !== 'text' && type !== 'match_only_text' };
}

/** What can be done with each field, by the types it has in the indexes asked of. */
async function fieldCaps(call: OsCall) {
  const body = await call.json();
  const asked = call.query.fields === undefined ? [body.fields ?? []].flat().map(String) : list(call.query.fields);
  if (asked.length === 0) throw incomplete('no fields specified');
  const names = await indexesOf(call);
  const fields: Record<string, Record<string, unknown>> = {};
  for (const info of await call.documents.list()) {
    if (!names.includes(info.name)) continue;
    for (const [path, type] of fieldsOf(info.mapping.properties)) {
      if (asked.some((pattern) => fitsPattern(pattern, path))) {
        fields[path] = { ...fields[path], [type]: capabilities(type) };
      }
    }
  }
  return { indices: names, fields };
}

export const fieldCapsRoutes: readonly OsRoute[] = [
  os('GET POST', 'read', ['/_field_caps', '/:index/_field_caps'], fieldCaps),
];
