import { isObject, type OsCall } from '../call.ts';
import type { Body } from '../json-object.ts';
import { incomplete, unreadable } from '../refusals.ts';
import { render } from './render.ts';
import { templateKept, templateText } from './stored.ts';

const KEYS = ['id', 'source', 'params', 'explain', 'profile'];

/** The text that becomes of the template a body names or holds. @throws PlatformError 404 for one that is not kept */
export async function renderedBy(call: OsCall, body: Body): Promise<string> {
  const unknown = Object.keys(body).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw unreadable(`[search_template] unknown field [${unknown}]`);
  const { id, source, params = {} } = body;
  if (!isObject(params)) throw unreadable('[search_template] params is an object');
  if (source === undefined && id === undefined)
    throw incomplete('template is missing', "template's script type is missing");
  if (source === '') throw incomplete('template is missing');
  if (id !== undefined && typeof id !== 'string') throw unreadable('[search_template] id is a text');
  const template = source === undefined ? (await templateKept(call, String(id))).source : templateText(source);
  return render(template, params);
}
