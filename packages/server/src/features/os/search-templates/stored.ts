import { isObject, type OsCall } from '../call.ts';
import type { Body } from '../json-object.ts';
import { illegal, missingResource, unreadable } from '../refusals.ts';

/** A search template a tenant keeps by its name. */
export interface StoredTemplate {
  readonly source: string;
  /** How values are escaped, as it was told; of a template sent as an object it is told as JSON. */
  readonly contentType?: string;
}

const LONGEST = 65_535;
/** All of a tenant are held in memory. */
const MOST = 1000;
const JSON_TYPE = 'application/json; charset=UTF-8';

/** The text of a template, which may be given as an object. */
export const templateText = (source: unknown): string =>
  typeof source === 'string' ? source : JSON.stringify(source ?? '');

export async function findTemplate({ documents }: OsCall, id: string): Promise<StoredTemplate | null> {
  const kept = (await documents.names()).get('script', id);
  if (kept === null) return null;
  return {
    source: String(kept.source),
    ...(typeof kept.contentType === 'string' && { contentType: kept.contentType }),
  };
}

/** @throws PlatformError 404 when the tenant keeps none of that name */
export async function templateKept(call: OsCall, id: string): Promise<StoredTemplate> {
  const found = await findTemplate(call, id);
  if (found !== null) return found;
  throw missingResource('resource_not_found_exception', `unable to find script [${id}] in cluster state`);
}

/** What is told of the escaping of a template. @throws PlatformError for other options, and for texts that are no JSON */
function contentTypeOf({ source, options = {} }: Body): string | undefined {
  if (!isObject(options)) throw illegal('[options] of a stored script is an object');
  const { content_type: type = isObject(source) ? JSON_TYPE : undefined, ...others } = options;
  const names = Object.entries(others).map(([name, value]) => `${name}=${value}`);
  if (names.length > 0)
    throw illegal(
      `illegal compiler options [{${[`content_type=${type ?? JSON_TYPE}`, ...names].join(', ')}}] specified`,
    );
  if (type !== undefined && !/^application\/json(; ?charset=utf-8)?$/i.test(String(type)))
    throw illegal(
      `[options.content_type] of a stored script is [application/json], not [${type}]: templates become searches`,
    );
  return type === undefined ? undefined : String(type);
}

/** Keeps a template. @throws PlatformError for another language, or one that is too long */
export async function keepTemplate(call: OsCall, id: string, body: Body): Promise<void> {
  const { script } = body;
  if (!isObject(script)) throw illegal('must specify the object [script] with its lang and source');
  if (script.lang === undefined) throw illegal('must specify lang for stored script');
  if (script.lang !== 'mustache') {
    throw illegal(
      `scripts are not run here: [${id}] of [${script.lang}] was not kept, only templates of [mustache] are`,
    );
  }
  if (script.source === undefined) throw illegal('must specify source for stored script');
  if (typeof script.source !== 'string' && !isObject(script.source))
    throw unreadable('[stored script source] source is a text or an object');
  const contentType = contentTypeOf(script);
  const source = templateText(script.source);
  const size = Buffer.byteLength(source);
  if (size > LONGEST)
    throw illegal(
      `exceeded max allowed stored script size in bytes [${LONGEST}] with size [${size}] for script [${id}]`,
    );
  const kept = (await call.documents.names()).all('script');
  if (!kept.has(id) && kept.size >= MOST) throw illegal(`a tenant keeps [${MOST}] stored scripts at most`);
  await call.documents.putName('script', id, { source, ...(contentType !== undefined && { contentType }) });
}

export const forgetTemplate = (call: OsCall, id: string): Promise<void> => call.documents.putName('script', id, null);

/** A kept template as `GET _scripts` tells it. */
export const printTemplate = ({ source, contentType }: StoredTemplate): Body => ({
  lang: 'mustache',
  source,
  ...(contentType !== undefined && { options: { content_type: contentType } }),
});
