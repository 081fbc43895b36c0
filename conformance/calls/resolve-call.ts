import { isList, isObject, type Json, type JsonObject, WrittenNumber, writeJson } from '../suite/exact-json.ts';
import type { Api, ApiPath, Apis } from './apis.ts';

/** A call of an API as HTTP. */
export interface HttpCall {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly payload?: string;
  readonly type?: string;
  /** Statuses that are no failure. */
  readonly ignore: readonly number[];
}

const partsOf = ({ parts = {} }: ApiPath): readonly string[] => Object.keys(parts);

function textOf(value: Json): string {
  if (isList(value)) return value.map(textOf).join(',');
  if (value instanceof WrittenNumber) return value.text;
  return value === null ? '' : String(value);
}

/** The path with the most parts of those whose parts are all given. */
function pathFor(name: string, api: Api, args: JsonObject): ApiPath {
  const fitting = api.url.paths.filter((each) => partsOf(each).every((part) => part in args));
  const [found] = fitting.toSorted(
    (a, b) =>
      partsOf(b).length - partsOf(a).length || Number(a.deprecated !== undefined) - Number(b.deprecated !== undefined),
  );
  if (!found) throw new Error(`no path of ${name} fits (${Object.keys(args).join(', ')})`);
  return found;
}

function payloadOf(api: Api, body: Json): { readonly payload: string; readonly type: string } {
  const isLines = api.body?.serialize === 'bulk';
  const line = (each: Json): string => (typeof each === 'string' ? (isLines ? each.trimEnd() : each) : writeJson(each));
  const type = isLines ? 'application/x-ndjson' : 'application/json';
  if (!isLines && !isList(body)) return { payload: line(body), type };
  return { payload: `${(isList(body) ? body : [body]).map(line).join('\n')}\n`, type };
}

const encoded = (value: string): string => encodeURIComponent(value).replace(/%2C/g, ',').replace(/%2A/g, '*');

/** The HTTP call that an API name with arguments stands for. @throws Error for what the API does not know */
export function resolveCall(apis: Apis, name: string, given: Json): HttpCall {
  const api = apis.byName.get(name);
  if (!api) throw new Error(`unknown api ${name}`);
  const { body, ...args } = isObject(given) ? given : {};
  const chosen = pathFor(name, api, args);
  const query: string[] = [];
  let url = chosen.path;
  let ignore: readonly number[] = [];
  for (const [key, value] of Object.entries(args)) {
    const text = textOf(value ?? null);
    if (partsOf(chosen).includes(key)) url = url.replace(`{${key}}`, encoded(text));
    else if (key === 'ignore') ignore = text.split(',').map(Number);
    else if (api.params?.[key] !== undefined || apis.common.has(key))
      query.push(`${encodeURIComponent(key)}=${encodeURIComponent(text)}`);
    else throw new Error(`${name} has no parameter ${key}`);
  }
  const address = url + (query.length > 0 ? `?${query.join('&')}` : '');
  const [first = 'GET'] = chosen.methods;
  if (body === undefined) {
    if (api.body?.required) throw new Error(`${name} needs a body`);
    return { method: first, url: address, ignore };
  }
  const method = ['POST', 'PUT'].find((each) => chosen.methods.includes(each)) ?? first;
  return { method, url: address, ...payloadOf(api, body), ignore };
}
