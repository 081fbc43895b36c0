import {
  type FieldDefinition,
  fitsPattern,
  type ResolveOptions,
  type SearchResponse,
  SourceText,
  type StoredInfo,
  takesAway,
} from '@datasarana/engine';
import { parseQuery, parseSearch, type Query } from '@datasarana/query';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import { indexesOf, list, type OsCall } from './call.ts';
import type { ShownDocument } from './found-document.ts';
import { partitionNamed, type Span } from './partition-names.ts';
import { type TemplateIndex, withheldOf } from './template-index.ts';

/** Deployed templates by slug; of two with the same one the older keeps it, the other is known by slug and id. */
async function deployedTemplates(call: OsCall): Promise<readonly TemplateIndex[]> {
  const made = new Set(await call.services.search.indexes(call.scope));
  const taken = new Set<string>();
  return (await call.names.of(call.scope))
    .filter(({ id }) => made.has(id))
    .map(({ slug: plain, ...named }) => {
      const slug = taken.has(plain) ? `${plain}-${named.id.toLowerCase()}` : plain;
      taken.add(slug);
      return { slug, ...named };
    });
}

/** Templates by whether they have a search index (TPL-36). */
async function splitBySearch(call: OsCall) {
  const searched: TemplateIndex[] = [];
  const inTransit: TemplateIndex[] = [];
  for (const template of await deployedTemplates(call)) {
    const definition = await call.services.search.definition(call.scope, template.id);
    (definition?.transit ? inTransit : searched).push(template);
  }
  return { searched, inTransit };
}

/** Deployed templates that can be searched. */
export const templateIndexes = async (call: OsCall): Promise<readonly TemplateIndex[]> =>
  (await splitBySearch(call)).searched;

/** @throws PlatformError 404, as for an index that is not there, which says why this one is not */
function refuseInTransit(parts: readonly string[], inTransit: readonly TemplateIndex[]): void {
  const named = inTransit.find(({ slug, id }) => parts.includes(slug) || parts.includes(id));
  if (!named) return;
  throw new PlatformError(
    `no such index [${named.slug}]: the template has no search index; switch search_index on in its configuration and deploy it`,
    {
      code: ReplyCode.NotFound,
      type: 'not_found',
      http: 404,
      openSearch: { type: 'index_not_found_exception' },
    },
  );
}

/** What an expression means. */
export interface SplitExpression {
  /** What of it names indexes of documents; null for nothing. */
  readonly rest: string | null;
  readonly templates: readonly TemplateIndex[];
  /** What is seen of those that are named by their partitions alone (IDX-08); null for everything. */
  readonly filter: Query | null;
}

const isFit = (part: string, slug: string): boolean => part.includes('*') && fitsPattern(part, slug);

/** Whether the last part of an expression that fits an index names it, and does not take it away. */
const isMeant = (parts: readonly string[], fits: (part: string) => boolean): boolean =>
  parts.reduce((is, part, place) => {
    const isTaken = takesAway(parts, place);
    return fits(isTaken ? part.slice(1) : part) ? !isTaken : is;
  }, false);

/**
 * Indexes of documents, and indexes of templates named in an expression, by slug, id or the name of a partition, or fitting its
 * patterns by their slug. A name that an index of documents has is that one's.
 */
export async function splitExpression(call: OsCall, expression: string): Promise<SplitExpression> {
  const own = new Set(
    (await call.documents.list()).flatMap(({ name, aliases, stream }) => [
      name,
      stream ?? name,
      ...Object.keys(aliases),
    ]),
  );
  const parts = list(expression);
  if (parts.length > 0 && parts.every((part) => own.has(part)))
    return { rest: expression, templates: [], filter: null };
  const { searched: known, inTransit } = await splitBySearch(call);
  refuseInTransit(
    parts.filter((part) => !own.has(part)),
    inTransit,
  );
  const named = new Set<string>();
  const spans = new Map<string, readonly Span[]>();
  const templates = known.filter(({ slug, id, partition }) => {
    const names = [slug, id].filter((name) => !own.has(name));
    const isWhole = isMeant(parts, (part) => names.includes(part) || (names.includes(slug) && isFit(part, slug)));
    const ofPart = parts.flatMap((part) => (own.has(part) ? [] : (partitionNamed(part, id, partition) ?? [])));
    if (!isWhole && ofPart.length > 0) spans.set(id, ofPart);
    for (const name of [...names, ...ofPart.map(({ name }) => name)]) named.add(name);
    return isWhole || ofPart.length > 0;
  });
  const rest = parts.filter((part, place) => !named.has(takesAway(parts, place) ? part.slice(1) : part));
  const isNone = rest.length === 0 && parts.length > 0;
  return { rest: isNone ? null : rest.join(','), templates, filter: spanFilter(spans) };
}

/** Everything of indexes that are named whole, and the spans of the others. */
function spanFilter(spans: ReadonlyMap<string, readonly Span[]>): Query | null {
  if (spans.size === 0) return null;
  const others = { bool: { must_not: [{ terms: { _index: [...spans.keys()] } }] } };
  const parts = [...spans].map(([id, within]) => ({
    bool: {
      filter: [
        { term: { _index: id } },
        { bool: { should: within.map(({ gte, lt }) => ({ range: { _ts: { gte, lt, format: 'epoch_millis' } } })) } },
      ],
    },
  }));
  return parseQuery({ bool: { should: [others, ...parts] } });
}

/** The template behind one name, where no index of documents has it. */
async function templateNamed(call: OsCall, name: string): Promise<TemplateIndex | null> {
  const { templates, rest, filter } = await splitExpression(call, name);
  const [template = null] = templates;
  return rest === null && filter === null && !name.includes('*') ? template : null;
}

/** A record of the template behind a name, as a document; null where the name is no template's. */
export async function templateDocument(
  call: OsCall,
  given: string,
  id: string,
): Promise<{ readonly name: string; readonly index: string; readonly found: ShownDocument | null } | null> {
  const template = await templateNamed(call, given);
  if (template === null) return null;
  const request = parseSearch({ query: { ids: { values: [id] } }, size: 1, version: true, seq_no_primary_term: true });
  const { hits } = await call.services.search.search(call.scope, [template.id], request, {
    signal: call.signal,
    withheld: withheldOf([template]),
  });
  const [hit] = hits.hits;
  const names = { name: template.slug, index: template.id };
  if (hit === undefined) return { ...names, found: null };
  const source = hit._source === undefined ? null : new SourceText(JSON.stringify(hit._source));
  const { _version: version = 1, _seq_no: seqNo = 0 } = hit;
  return { ...names, found: { id: hit._id, version, seqNo, routing: null, ignored: [], source } };
}

/** All that an address means, indexes of documents and of templates; where it names nothing, those of documents. */
export async function infosAt(
  call: OsCall,
  absent?: ResolveOptions,
): Promise<{ readonly infos: readonly StoredInfo[]; readonly templates: readonly TemplateIndex[] }> {
  const { index } = call.params;
  const { rest, templates } =
    index === undefined ? { rest: undefined, templates: [] } : await splitExpression(call, index);
  const named = { ...call, params: { ...call.params, index: rest ?? undefined } };
  const names = rest === null ? [] : await indexesOf(named, absent);
  const stored = new Map((await call.documents.list()).map((info) => [info.name, info]));
  const own = names.flatMap((name) => stored.get(name) ?? []);
  return { infos: [...own, ...(await templateInfos(call, templates))], templates };
}

/** Size of the index behind a name at the door. */
export function statsAt(call: OsCall, name: string, templates: readonly TemplateIndex[]) {
  const template = templates.find(({ slug }) => slug === name);
  return template ? call.services.search.stats(call.scope, template.id) : call.documents.stats(name);
}

type Mapping = StoredInfo['mapping']['properties'];

const mappingOf = (fields: readonly FieldDefinition[]): Mapping =>
  Object.fromEntries(
    fields.map(({ name, type, analyser, fields: inside }) => [
      name,
      {
        type,
        parameters: analyser === undefined ? {} : { analyzer: analyser },
        ...(inside && { properties: mappingOf(inside) }),
      },
    ]),
  );

/** Indexes of templates described as those of documents are. */
export async function templateInfos(call: OsCall, templates: readonly TemplateIndex[]): Promise<readonly StoredInfo[]> {
  const infos: StoredInfo[] = [];
  for (const { slug, id, created, showsSource } of templates) {
    const definition = await call.services.search.definition(call.scope, id);
    if (definition === null) continue;
    infos.push({
      name: slug,
      uuid: id,
      created,
      closed: false,
      isMapped: true,
      mapping: {
        properties: mappingOf(definition.fields),
        parameters: showsSource ? {} : { _source: { enabled: false } },
      },
      settings: { 'index.number_of_shards': '1', 'index.number_of_replicas': '0', 'index.blocks.write': 'true' },
      aliases: {},
    });
  }
  return infos;
}

/** Whether a template has this name for its index, and no index of documents does. */
async function isOfTemplate(call: OsCall, name: string): Promise<boolean> {
  if ((await call.documents.writeIndex(name)) !== null) return false;
  return (await deployedTemplates(call)).some(({ slug, id }) => slug === name || id === name);
}

/** An index or alias of the name of a template would stand before it, and hide it. @throws PlatformError 400 */
export async function refuseTemplateName(call: OsCall, name: string): Promise<void> {
  if (!(await isOfTemplate(call, name))) return;
  throw new PlatformError(`index [${name}] already exists: it is the index of a template`, {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 400,
    openSearch: { type: 'resource_already_exists_exception' },
  });
}

/** Rows of a template are written through the platform, where its rules are. */
export async function refuseTemplateWrite(call: OsCall, name: string): Promise<void> {
  if (!(await isOfTemplate(call, name))) return;
  throw new PlatformError(`index [${name}] is the index of a template and read-only here: send rows to /api/data`, {
    code: ReplyCode.Failed,
    type: 'authorisation',
    http: 403,
    openSearch: { type: 'cluster_block_exception' },
  });
}

/** An answer with the slugs of templates where the names inside stand. */
export function withSlugs(response: SearchResponse, templates: readonly TemplateIndex[]): SearchResponse {
  if (templates.length === 0) return response;
  const slugs = new Map(templates.map(({ id, slug }) => [id, slug]));
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    const entries = Object.entries(value).map(([key, inner]) => {
      if (key === '_source') return [key, inner] as const;
      return [key, key === '_index' ? (slugs.get(String(inner)) ?? inner) : named(inner)] as const;
    });
    return Object.fromEntries(entries);
  };
  const hits = named(response.hits) as SearchResponse['hits'];
  const aggregations = named(response.aggregations) as SearchResponse['aggregations'];
  return { ...response, hits, ...(aggregations && { aggregations }) };
}
