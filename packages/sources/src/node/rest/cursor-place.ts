import { isRawNumber } from '@datasarana/schema';
import { isFields } from '../../json/fields.ts';
import { moreDenied } from './further-pages.ts';
import { parseEveryDigit } from './reply-document.ts';
import { valueAt } from './reply-rows.ts';
import { plainRequest, RestRefused } from './rest-client.ts';
import type { RestBody, RestPaging, RestRequest, RestSettings } from './rest-settings.ts';

type CursorPaging = Extract<RestPaging, { readonly kind: 'cursor' }>;
type PlacedPaging = Extract<RestPaging, { readonly kind: 'cursor' | 'offset' }>;

/** The address with a parameter that has this value alone. */
const withParameter = (address: string, name: string, value: string): string => {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
};

/** A value as it goes into an address: a number by the digits it came with. */
export const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const isInJson = ({ in: place }: PlacedPaging, body: RestBody | undefined): boolean =>
  place === 'body' && body?.kind === 'raw';

/**
 * The cursor an answer holds, as its JSON where it goes into a JSON body; null = this page is the last.
 *
 * @throws RestRefused for a value that is no cursor: an object or a list goes only where JSON does
 */
export function cursorIn(document: unknown, { paging, body }: CursorSettings, pages: number): string | null {
  const { path } = paging;
  const next = valueAt(document, path);
  if (next === null || next === undefined || next === '' || next === false) return null;
  const isInside = isInJson(paging, body);
  const isValue = typeof next === 'string' || typeof next === 'number' || isRawNumber(next);
  if (!isValue && !(isInside && typeof next === 'object'))
    throw new RestRefused(`After page ${pages} there is no cursor at '${path}', but ${written(next).slice(0, 100)}.`);
  if (paging.in === 'body' && moreDenied(document, path)) return null;
  return isInside ? JSON.stringify(next) : written(next);
}

/** The settings of a data server whose pages follow by a cursor. */
export type CursorSettings = Omit<RestSettings, 'paging'> & { readonly paging: CursorPaging };

/** The settings of a data server whose pages are asked for by a value in the request. */
export type PlacedSettings = Omit<RestSettings, 'paging'> & { readonly paging: PlacedPaging };

/** The request of the page at a cursor or a number; in the address of the page before it where that goes into the address. */
export function requestAt(settings: PlacedSettings, value: string, from = plainRequest(settings).url): RestRequest {
  const { paging, body } = settings;
  const values = [[paging.param, value] as const, ...limitOf(paging)];
  if (paging.in !== 'body') {
    const url = values.reduce((address, [name, each]) => withParameter(address, name, each), from);
    return { ...plainRequest(settings, url), url };
  }
  const placed = body && values.reduce((before, [name, each]) => bodyAt(before, name, each), body);
  return plainRequest({ ...settings, ...(placed && { body: placed }) });
}

/** How many rows a page is to have, where the request says so. */
const limitOf = (paging: PlacedPaging): readonly (readonly [name: string, value: string])[] =>
  paging.kind === 'offset' && paging.limit_param ? [[paging.limit_param, String(paging.limit)]] : [];

function bodyAt(body: RestBody, param: string, cursor: string): RestBody {
  if (body.kind === 'raw')
    return { ...body, text: JSON.stringify(placed(parseEveryDigit(body.text), param, parseEveryDigit(cursor))) };
  if (!('fields' in body)) return body;
  const at = body.fields.findIndex(({ name }) => name === param);
  const field = { name: param, value: cursor };
  return { ...body, fields: at < 0 ? [...body.fields, field] : body.fields.with(at, field) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => isFields(value) && !isRawNumber(value);

/** An object with a value at a path; objects that are missing on the way are made, a name may hold the dot itself. */
function placed(object: unknown, path: string, value: unknown): unknown {
  const dot = path.indexOf('.');
  const members = isObject(object) ? object : {};
  if (dot < 0 || Object.hasOwn(members, path)) return { ...members, [path]: value };
  const name = path.slice(0, dot);
  const inner = Object.hasOwn(members, name) ? members[name] : undefined;
  return { ...members, [name]: placed(inner, path.slice(dot + 1), value) };
}

/** The path of what stands where an object is needed on the way to the place of a cursor; null = nothing does. */
function inTheWay(object: unknown, path: string, before = ''): string | null {
  if (!isObject(object)) return object === undefined || object === null ? null : before;
  const dot = path.indexOf('.');
  if (dot < 0 || Object.hasOwn(object, path)) return null;
  const name = path.slice(0, dot);
  const inner = Object.hasOwn(object, name) ? object[name] : undefined;
  return inTheWay(inner, path.slice(dot + 1), before === '' ? name : `${before}.${name}`);
}

const noBody = ({ kind }: PlacedPaging): string =>
  `A ${kind === 'cursor' ? 'cursor' : 'number'} in the body needs the verb POST or PATCH, and a body of JSON that is an object, or a form`;

/** What keeps a cursor, or the number of a page, from going into the body, by the setting of the paging that says so. */
export function pagingPlaceFaults({ verb = 'GET', body, paging }: PlacedSettings): Readonly<Record<string, string>> {
  if (paging.in !== 'body') return {};
  const isSent = verb === 'POST' || verb === 'PATCH';
  if (isSent && (body?.kind === 'form-data' || body?.kind === 'x-www-form-urlencoded')) return {};
  const document = isSent && body?.kind === 'raw' && body.raw === 'json' ? objectOf(body.text) : null;
  if (document === null) return { in: noBody(paging) };
  const names = { param: paging.param, ...(paging.kind === 'offset' && { limit_param: paging.limit_param ?? '' }) };
  return Object.fromEntries(
    Object.entries(names).flatMap(([setting, name]) => {
      const other = name === '' ? null : inTheWay(document, name);
      return other === null ? [] : [[setting, `The body has no object at '${other}' that '${name}' could go into`]];
    }),
  );
}

function objectOf(text: string): object | null {
  try {
    const document = parseEveryDigit(text);
    return isObject(document) ? document : null;
  } catch {
    return null;
  }
}
