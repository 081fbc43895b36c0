import { fitsPattern, type StoredInfo } from '@datasarana/engine';
import { fillLookups, parseQuery, parseSearch } from '@datasarana/query';
import { isObject, isTrue, list, type OsCall } from '../call.ts';
import { type Capabilities, joinedFields } from '../field-capabilities.ts';
import { elsewhereOf } from '../lookups.ts';
import { illegal, parsing } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import type { TemplateIndex } from '../template-index.ts';
import { infosAt } from '../template-indexes.ts';

type Properties = StoredInfo['mapping']['properties'];

type Field = Properties[string];

const isHolder = ({ type }: { readonly type: string }): boolean => type === 'object' || type === 'nested';

/** Whether an object has a field in it, however deep. */
const holdsFields = ({ properties = {} }: Field): boolean =>
  Object.values(properties).some((inner) => !isHolder(inner) || holdsFields(inner));

/** Every field of a mapping with its path, those inside objects and beside others too; objects of nothing are none. */
function* fieldsOf(properties: Properties, prefix = ''): Iterable<readonly [path: string, field: Field]> {
  for (const [name, field] of Object.entries(properties)) {
    if (!isHolder(field) || holdsFields(field)) yield [prefix + name, field];
    yield* fieldsOf(field.properties ?? field.fields ?? {}, `${prefix}${name}.`);
  }
}

/** What is known of every document beside its fields. */
const ABOUT: readonly (readonly [name: string, searchable: boolean, aggregatable: boolean, type?: string])[] = [
  ['_ignored', true, false],
  ['_routing', true, false],
  ['_seq_no', true, true],
  ['_doc_count', false, false, 'long'],
  ['_nested_path', true, false],
  ['_index', true, true],
  ['_field_names', true, false],
  ['_data_stream_timestamp', false, false],
  ['_feature', false, false],
  ['_source', false, false],
  ['_id', true, true],
  ['_version', false, false],
];

const ABOUT_FIELDS: readonly (readonly [string, Capabilities])[] = ABOUT.map(
  ([name, searchable, aggregatable, type = name]) => [name, { type, searchable, aggregatable }],
);

const NEVER_GROUPED = new Set(['text', 'match_only_text', 'search_as_you_type', 'completion', 'flat_object']);
/** Types whose values stand in columns there only when the mapping says so. */
const GROUPED_IF_ASKED = new Set(['wildcard', 'binary']);

function capabilities({ type, parameters }: Field): Capabilities {
  const holds = !isHolder({ type });
  const searchable = holds && type !== 'binary' && parameters.index !== false;
  const inColumns = parameters.doc_values ?? !GROUPED_IF_ASKED.has(type);
  const aggregatable = holds && !NEVER_GROUPED.has(type) && inColumns !== false;
  const shown = type === 'token_count' ? 'integer' : type;
  return { type: shown, searchable, aggregatable, ...(isObject(parameters.meta) && { meta: parameters.meta }) };
}

/** The fields of an index by their paths; an alias can do what its field can. */
function capabilitiesIn({ mapping, isMapped }: StoredInfo): ReadonlyMap<string, Capabilities> {
  const fields = new Map(fieldsOf(mapping.properties));
  const own = [...fields].map(([path, field]) => {
    const target = field.type === 'alias' ? fields.get(String(field.parameters.path)) : undefined;
    return [path, capabilities(target ?? field)] as const;
  });
  // as in OpenSearch, an index without a mapping has nothing to tell
  return new Map(!isMapped ? [] : [...own, ...ABOUT_FIELDS]);
}

/** The indexes in which something matches a filter. */
async function withMatches(
  call: OsCall,
  infos: readonly StoredInfo[],
  templates: readonly TemplateIndex[],
  filter: unknown,
): Promise<readonly StoredInfo[]> {
  if (filter === undefined) return infos;
  const query = await fillLookups(parseQuery(filter, 'index_filter'), elsewhereOf(call));
  if (query.kind === 'match_all') return infos;
  const request = { ...parseSearch({ size: 0 }), query };
  const inside = new Map(templates.map(({ slug, id }) => [slug, id]));
  const kept: StoredInfo[] = [];
  for (const info of infos) {
    const names = [inside.get(info.name) ?? info.name];
    const { hits } = await call.services.search.search(call.scope, names, request, { signal: call.signal });
    if (hits.total.value > 0) kept.push(info);
  }
  return kept;
}

/** The fields that names and patterns stand for, with the objects around them, which cannot be named themselves. */
function askedFor(
  asked: readonly string[],
  known: ReadonlyMap<string, Capabilities>,
): ReadonlyMap<string, Capabilities> {
  const leaves = [...known].filter(
    ([path, field]) => !isHolder(field) && asked.some((each) => fitsPattern(each, path)),
  );
  const holders = [...known].filter(
    ([around, field]) => isHolder(field) && leaves.some(([path]) => path.startsWith(`${around}.`)),
  );
  return new Map([...leaves, ...holders]);
}

/** What can be done with each field, by the types it has in the indexes asked of. */
async function fieldCaps(call: OsCall) {
  const body = await call.json();
  const asked = call.query.fields === undefined ? [body.fields ?? []].flat().map(String) : list(call.query.fields);
  if (asked.length === 0) throw illegal("specified fields can't be null or empty");
  const unknown = Object.keys(body).find((key) => key !== 'index_filter' && key !== 'fields');
  if (unknown !== undefined) throw parsing(`request does not support [${unknown}]`);
  const { infos: named, templates } = await infosAt(call);
  const open = named.filter(({ closed }) => !closed);
  const infos = await withMatches(call, open, templates, body.index_filter);
  const known = infos.map((info) => {
    return { index: info.name, fields: askedFor(asked, capabilitiesIn(info)) };
  });
  return {
    indices: infos.map(({ name }) => name),
    fields: joinedFields(known, isTrue(call.query.include_unmapped)),
  };
}

export const fieldCapsRoutes: readonly OsRoute[] = [
  os('GET POST', 'read', ['/_field_caps', '/:index/_field_caps'], fieldCaps),
];
