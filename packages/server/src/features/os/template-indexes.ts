import { type FieldDefinition, fitsPattern, type SearchResponse, type StoredInfo } from '@datasarana/engine';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import { list, type OsCall } from './call.ts';

/** The index of a deployed template, under the name it has at the door. */
export interface TemplateIndex {
  readonly slug: string;
  /** Name of the index inside. */
  readonly id: string;
}

/** Deployed templates by slug; of two with the same one the older keeps it, the other is known by slug and id. */
export async function templateIndexes(call: OsCall): Promise<readonly TemplateIndex[]> {
  const made = new Set(await call.services.search.indexes(call.scope));
  const taken = new Set<string>();
  return (await call.names.of(call.scope))
    .filter(({ id }) => made.has(id))
    .map(({ id, slug: plain }) => {
      const slug = taken.has(plain) ? `${plain}-${id.toLowerCase()}` : plain;
      taken.add(slug);
      return { slug, id };
    });
}

/** What an expression means: indexes of documents, and indexes of templates named in it or fitting its patterns. */
export async function splitExpression(
  call: OsCall,
  expression: string,
): Promise<{ readonly rest: string | null; readonly templates: readonly TemplateIndex[] }> {
  const own = new Set((await call.documents.list()).flatMap(({ name, aliases }) => [name, ...Object.keys(aliases)]));
  const parts = list(expression);
  if (parts.length > 0 && parts.every((part) => own.has(part))) return { rest: expression, templates: [] };
  const known = await templateIndexes(call);
  const named = new Set(known.map(({ slug }) => slug).filter((slug) => !own.has(slug)));
  const templates = known.filter(
    ({ slug }) =>
      named.has(slug) && parts.some((part) => part === slug || (part.includes('*') && fitsPattern(part, slug))),
  );
  const rest = parts.filter((part) => !named.has(part));
  return { rest: rest.length === 0 && parts.length > 0 ? null : rest.join(','), templates };
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
  for (const { slug, id } of templates) {
    const definition = await call.services.search.definition(call.scope, id);
    if (definition === null) continue;
    infos.push({
      name: slug,
      uuid: id,
      created: 0,
      closed: false,
      mapping: { properties: mappingOf(definition.fields), parameters: {} },
      settings: { 'index.number_of_shards': '1', 'index.number_of_replicas': '0', 'index.blocks.write': 'true' },
      aliases: {},
    });
  }
  return infos;
}

/** Rows of a template are written through the platform, where its rules are. */
export async function refuseTemplateWrite(call: OsCall, name: string): Promise<void> {
  if ((await call.documents.writeIndex(name)) !== null) return;
  if (!(await templateIndexes(call)).some(({ slug }) => slug === name)) return;
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
  return { ...response, hits };
}
