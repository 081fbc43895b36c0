import { createHash } from 'node:crypto';
import { PlatformError, rawNumber } from '@datasarana/schema';
import { refuseDeep } from '../../json/exact.ts';
import { FileRefused } from '../../refusal.ts';
import { plainRequest, RestRefused } from './rest-client.ts';
import { refusalText, sendPatiently } from './rest-patience.ts';
import type { RestPaging, RestReply, RestRequest, RestSettings, SendRest } from './rest-settings.ts';
import { usualNext, usualRows } from './usual-places.ts';

/** Pages beyond this are a server that turns in circles. */
const MOST_PAGES = 100_000;
/** So many pages in a row may be empty, or the same as the one before: rows without anything that tells them apart do occur. */
const MOST_IDLE = 1000;
const LONGEST_ADDRESS = 8192;

/** Numbers keep every digit the server wrote. */
function parseEveryDigit(text: string): unknown {
  refuseDeep(text);
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined || String(value) === context.source) return value;
    return rawNumber(context.source);
  });
}

export const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (inner === null || inner === undefined ? undefined : Reflect.get(Object(inner), name)),
      value,
    );

/** The rows of an answer: a list, the features of a collection, the list at `path`, the only list of an object, or the one it wraps twice. */
function rowsOf(document: unknown, path: string | undefined, spatial: boolean): readonly unknown[] {
  const isCollection =
    Reflect.get(Object(document), 'type') === 'FeatureCollection' &&
    Array.isArray(Reflect.get(Object(document), 'features'));
  if (spatial && !isCollection) throw new FileRefused('geojson', 'Not a valid GeoJSON data');
  const found = path ? valueAt(document, path) : isCollection ? Reflect.get(Object(document), 'features') : document;
  if (Array.isArray(found)) return found;
  if (path) throw new FileRefused('json', `The answer has no list at '${path}'.`);
  const lists = Object.values(Object(found)).filter(Array.isArray);
  const [only] = lists;
  if (lists.length === 1 && only) return only;
  const wrapped = lists.length === 0 ? usualRows(found) : null;
  if (wrapped) return wrapped;
  if (typeof found === 'object' && found !== null) return [found];
  throw new FileRefused('json', 'The answer is neither a list nor an object.');
}

interface Page {
  readonly document: unknown;
  readonly reply: RestReply;
  readonly rows: number;
  readonly url: string;
}

const linkOf = (header: string | undefined): string | undefined =>
  /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(header ?? '')?.[1];

const shown = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

const withParameter = (address: string, name: string, value: string): string => {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
};

/** The address of the page after `page`; null when it was the last. */
function nextAddress(
  paging: RestPaging,
  { document, reply, rows, url }: Page,
  read: number,
  pages: number,
): string | null {
  if (paging.kind === 'next') {
    const next = linkOf(reply.headers.link) ?? (paging.path ? valueAt(document, paging.path) : usualNext(document));
    if (typeof next !== 'string' || next === '') return null;
    if (!URL.canParse(next, url))
      throw new RestRefused(`After page ${pages} the server leads to no address: '${shown(next)}'.`);
    return new URL(next, url).href;
  }
  if (paging.kind === 'cursor') {
    const next = valueAt(document, paging.path);
    return next === null || next === undefined || next === '' || next === false
      ? null
      : withParameter(url, paging.param, String(next));
  }
  if (paging.kind === 'none' || rows < paging.limit) return null;
  const start = paging.start ?? (paging.by === 'pages' ? 1 : 0);
  return withParameter(url, paging.param, String(start + (paging.by === 'pages' ? pages : read)));
}

function firstRequest(settings: RestSettings, cursor: string | null): RestRequest {
  const request = plainRequest(settings);
  const { paging } = settings;
  if (paging?.kind === 'cursor' && cursor !== null)
    return { ...request, url: withParameter(request.url, paging.param, cursor) };
  if (paging?.kind !== 'offset') return request;
  const start = paging.start ?? (paging.by === 'pages' ? 1 : 0);
  const placed = withParameter(request.url, paging.param, String(start));
  return {
    ...request,
    url: paging.limit_param ? withParameter(placed, paging.limit_param, String(paging.limit)) : placed,
  };
}

/** Where reading by a cursor begins, and who is told of the cursor of each page; null = the first page. */
export interface RestStart {
  readonly cursor?: string | null;
  readonly onPage?: (cursor: string | null) => void;
  readonly signal?: AbortSignal;
}

/** Tells pages that bring rows from those of a server that turns in circles. */
class Pages {
  readonly #addresses = new Set<string>();
  #last: Uint8Array | null = null;
  #idle = 0;

  /** @throws RestRefused for an address that was asked before */
  ask(url: string, pages: number): void {
    if (url.length > LONGEST_ADDRESS)
      throw new RestRefused(`The address of page ${pages} is longer than ${LONGEST_ADDRESS} characters: ${shown(url)}`);
    const print = createHash('sha256').update(url).digest('base64');
    if (this.#addresses.has(print))
      throw new RestRefused(`The server leads from page ${pages - 1} back to ${shown(url)}.`);
    this.#addresses.add(print);
  }

  /** @throws RestRefused when no page brings anything any more */
  read(body: Uint8Array, rows: number): void {
    const isIdle = rows === 0 || (this.#last !== null && Buffer.compare(this.#last, body) === 0);
    this.#idle = isIdle ? this.#idle + 1 : 0;
    this.#last = body;
    if (this.#idle < MOST_IDLE) return;
    throw new RestRefused(
      `${MOST_IDLE} pages in a row were empty or the same as the one before: the server does not go on as the paging says.`,
    );
  }
}

/** What went wrong on the way, with the page it was for. */
const ofPage = (cause: unknown, page: number): unknown =>
  page > 1 && cause instanceof PlatformError
    ? new PlatformError(`Page ${page}: ${cause.message}`, { ...cause.detail, cause })
    : cause;

/** Status that say nothing of what was asked: who asked, when, and how often. */
const OF_THE_ASKER: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429]);

const isOfTheRequest = (status: number): boolean => status >= 400 && status < 500 && !OF_THE_ASKER.has(status);

/**
 * The rows of a data server page by page, as lines of JSON; features stay features.
 *
 * @throws RestRefused for a status that is no success, FileRefused for an answer without rows
 */
export async function* restLines(
  settings: RestSettings,
  send: SendRest,
  spatial: boolean,
  start: RestStart = {},
): AsyncGenerator<Uint8Array> {
  const { paging = { kind: 'none' as const }, auth, path } = settings;
  let request = firstRequest(settings, start.cursor ?? null);
  const known = new Pages();
  let read = 0;
  for (let pages = 1; pages <= MOST_PAGES; pages++) {
    known.ask(request.url, pages);
    const reply = await sendPatiently(request, auth, send, start.signal).catch((cause: unknown) => {
      throw ofPage(cause, pages);
    });
    if (pages === 1 && start.cursor && isOfTheRequest(reply.status)) {
      // it no longer knows the cursor
      request = firstRequest(settings, null);
      continue;
    }
    if (reply.status >= 300) throw new RestRefused(refusalText(new URL(request.url).host, reply, pages));
    const document = documentOf(reply, spatial, pages);
    const rows = rowsOf(document, path, spatial);
    known.read(reply.body, rows.length);
    if (rows.length > 0) yield Buffer.from(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
    read += rows.length;
    if (paging.kind === 'cursor') start.onPage?.(new URL(request.url).searchParams.get(paging.param));
    const next = nextAddress(paging, { document, reply, rows: rows.length, url: request.url }, read, pages);
    if (next === null) return;
    // The credentials are for the server they were given for.
    if (new URL(next).origin !== new URL(request.url).origin)
      throw new RestRefused(`The next page is at another server (${new URL(next).host}).`);
    request = { ...plainRequest(settings, next), url: next };
  }
  throw new RestRefused(`The server has more than ${MOST_PAGES} pages.`);
}

function documentOf({ body }: RestReply, spatial: boolean, pages: number): unknown {
  try {
    return parseEveryDigit(
      Buffer.from(body)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    );
  } catch (cause) {
    if (spatial) throw new FileRefused('geojson', 'Not a valid GeoJSON data', { cause });
    const why = cause instanceof RangeError ? `: ${cause.message}` : '';
    const what = pages > 1 ? `Page ${pages}` : 'The answer';
    throw new FileRefused('json', `${what} is not JSON${why}.`, { cause });
  }
}
