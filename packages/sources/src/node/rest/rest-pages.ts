import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { PlatformError } from '@datasarana/schema';
import { memberFault } from '../../geo/coordinate-system.ts';
import { isFields } from '../../json/fields.ts';
import { refuseOtherSystem } from '../../json/geojson.ts';
import { byPlaces, statisticsKind } from '../../json/statistics.ts';
import { CountedPages } from './counted-pages.ts';
import { type CursorSettings, cursorIn, type PlacedSettings, requestAt, written } from './cursor-place.ts';
import { cursorSaid, moreDenied, moreSaid } from './further-pages.ts';
import { nextLink } from './link-header.ts';
import { replyDocument } from './reply-document.ts';
import { errorSaid, errorText, gapSaid } from './reply-faults.ts';
import { listOf, rowsOf, valueAt } from './reply-rows.ts';
import { plainRequest, RestRefused, type SignedIn } from './rest-client.ts';
import { refusalText, sendPatiently } from './rest-patience.ts';
import type { RestPaging, RestReply, RestRequest, RestSettings, SendRest } from './rest-settings.ts';
import { shownAddress } from './shown-address.ts';
import { isBehindAnother, usualNext, usualTotal } from './usual-places.ts';

/** Pages beyond this are a server that turns in circles. */
const MOST_PAGES = 100_000;
/** So many pages in a row may be empty, or the same as the one before: rows without anything that tells them apart do occur. */
const MOST_IDLE = 1000;
const LONGEST_ADDRESS = 8192;

/** What leads somewhere has a slash, a question mark or a dot; a token has none but, at times, a slash. */
const isAddressLike = (next: string): boolean => /[?.]|^\/|^[\w-]+[:/]/.test(next);

function linkedAddress(
  { path }: Extract<RestPaging, { readonly kind: 'next' }>,
  document: unknown,
  { headers }: RestReply,
  url: string,
  pages: number,
): string | null {
  const found = nextLink(headers.link) ?? (path ? valueAt(document, path) : usualNext(document));
  const next = isFields(found) ? found.href : found;
  if (next === null || next === undefined || next === '' || next === false) return null;
  if (path && typeof next === 'string' && !isAddressLike(next))
    throw new RestRefused(
      `After page ${pages} there is no address at '${path}', but '${next.slice(0, 100)}': choose paging by a cursor, and the parameter it goes into.`,
    );
  if (typeof next !== 'string' || !URL.canParse(next, url))
    throw new RestRefused(`After page ${pages} the server leads to no address: '${shownAddress(written(next))}'.`);
  return new URL(next, url).href;
}

interface Page {
  readonly document: unknown;
  readonly reply: RestReply;
  /** Each as its JSON. */
  readonly rows: readonly string[];
  readonly url: string;
  /** How many rows came so far, those of this page among them. */
  readonly read: number;
}

/** @throws RestRefused where the paging ends and the answer says that more follows: its rows would be missing */
function refuseMore(document: unknown, pages: number): void {
  const cursor = cursorSaid(document);
  const more = moreSaid(document) ?? cursor;
  if (more === null) return;
  const way = cursor === null ? 'Look how its server pages.' : `There is a cursor at '${cursor}': choose paging by it.`;
  throw new RestRefused(
    `Page ${pages} says at '${more}' that more rows follow, and the paging finds no way there. ${way}`,
  );
}

/** @throws RestRefused where the only page has fewer rows than the server says there are */
function refuseOthers({ document, reply, rows }: Page): void {
  const total = usualTotal(document, reply.headers);
  if (total <= rows.length) return;
  throw new RestRefused(
    `The server says there are ${total} rows and gave ${rows.length}, and the paging finds no way to the others. Look how its server pages, or choose one page where these are all.`,
  );
}

/** Some servers lead on for ever: an empty page is the last one where as many rows as they say there are came before. */
function isBehindAll({ document, reply, rows, read }: Page): boolean {
  const total = usualTotal(document, reply.headers);
  return rows.length === 0 && total > 0 && read >= total;
}

/** The address of a page. @throws RestRefused where it is at another server: the credentials are for the one they were given for */
function atSameServer(next: string, from: string): string {
  const [to, { hostname, host, protocol, origin }] = [new URL(next), new URL(from)];
  if (to.origin === origin) return next;
  // a server behind a proxy that encrypts does not know that it is asked by https
  if (to.hostname !== hostname || to.protocol !== 'http:' || to.port !== '' || protocol !== 'https:')
    throw new RestRefused(`The next page is at another server (${to.host}).`);
  to.protocol = protocol;
  to.host = host;
  return to.href;
}

/** @throws RestRefused where the rows that were not given, or came twice, are those of a server that begins with another number */
function refuseMissing(paging: RestPaging, counted: CountedPages | null): void {
  if (paging.kind !== 'offset' || counted === null) return;
  if (counted.isDoubled)
    throw new RestRefused(
      'The first row of page 2 is the last one of page 1, and the server says there is one row less than it gave: it counts its rows from 1. Begin at 1 (start).',
    );
  if (counted.missing === null) return;
  throw new RestRefused(
    `The server says there are ${counted.missing} rows more than it gave: it may count its pages from 0. Say with which number the first one begins (start), 0 or 1.`,
  );
}

/** @throws RestRefused where pages are counted from 1 and the server counts them from 0: the first one would be missing */
function refuseLaterFirst(paging: RestPaging, document: unknown): void {
  if (paging.kind !== 'offset' || paging.by !== 'pages' || (paging.start ?? 1) !== 1 || !isBehindAnother(document))
    return;
  throw new RestRefused(
    `The page of ${paging.param}=1 says that another one stands before it: count the pages from 0, and none is missing.`,
  );
}

/** A request, and the cursor or the number of its page that stands in it. */
interface Asked {
  readonly request: RestRequest;
  readonly cursor: string | null;
}

const isByCursor = (settings: RestSettings): settings is RestSettings & CursorSettings =>
  settings.paging?.kind === 'cursor';
const isCounted = (settings: RestSettings): settings is RestSettings & PlacedSettings =>
  settings.paging?.kind === 'offset';

/** What is asked for at the cursor of a page, which was asked for by another one, if any. */
function askedBehind(settings: CursorSettings, page: Page, pages: number, by: string | null): Asked | null {
  const cursor = cursorIn(page.document, settings, pages);
  // a feed gives the place where it ends, from which it goes on another day
  const isEnd = cursor === null || (cursor === by && moreDenied(page.document, settings.paging.path));
  return isEnd ? null : { request: requestAt(settings, cursor, page.url), cursor };
}

/** What is asked for after `page`, which was asked for by a cursor, if any; null when it was the last. */
function nextAsked(
  settings: RestSettings,
  page: Page,
  pages: number,
  { by, counted }: { readonly by: string | null; readonly counted: CountedPages | null },
): Asked | null {
  if (isByCursor(settings)) return askedBehind(settings, page, pages, by);
  if (isCounted(settings) && counted !== null)
    return counted.goOn({ rows: page.rows, total: usualTotal(page.document, page.reply.headers) })
      ? askedAt(settings, counted.at, page.url)
      : null;
  if (settings.paging?.kind !== 'next' || isBehindAll(page)) return null;
  const next = linkedAddress(settings.paging, page.document, page.reply, page.url, pages);
  if (next === null) return null;
  const url = atSameServer(next, page.url);
  return { request: { ...plainRequest(settings, url), url }, cursor: null };
}

/** What is asked for at a number, in the address of the page before it. */
const askedAt = (settings: PlacedSettings, at: number, from?: string): Asked => ({
  request: requestAt(settings, String(at), from),
  cursor: String(at),
});

function firstAsked(settings: RestSettings, cursor: string | null, counted: CountedPages | null): Asked {
  if (isByCursor(settings) && cursor !== null) return { request: requestAt(settings, cursor), cursor };
  if (isCounted(settings) && counted !== null) return askedAt(settings, counted.at);
  return { request: plainRequest(settings), cursor: null };
}

/** Where reading by a cursor begins, and who is told of the cursor of each page; null = the first page. */
export interface RestStart {
  readonly cursor?: string | null;
  readonly onPage?: (cursor: string | null) => void;
  readonly signal?: AbortSignal;
}

/** Tells pages that bring rows from those of a server that turns in circles. */
class Pages {
  readonly #asked = new Set<string>();
  readonly #shown: (url: string) => string;
  readonly #isInBody: boolean;
  #last: Uint8Array | null = null;
  #idle = 0;
  #rows = 0;

  constructor({ auth, paging }: RestSettings) {
    const own = auth?.type === 'API Key' ? auth.name : undefined;
    this.#isInBody = (paging?.kind === 'cursor' || paging?.kind === 'offset') && paging.in === 'body';
    this.#shown = (url) => shownAddress(url, own);
  }

  /** @throws RestRefused for what was asked before */
  ask({ request: { url }, cursor }: Asked, pages: number): void {
    if (url.length > LONGEST_ADDRESS)
      throw new RestRefused(
        `The address of page ${pages} is longer than ${LONGEST_ADDRESS} characters: ${this.#shown(url)}`,
      );
    const inBody = this.#isInBody ? cursor : null;
    const print = createHash('sha256')
      .update(`${url}\n${inBody ?? ''}`)
      .digest('base64');
    const shown = inBody === null ? '' : ` with the cursor ${inBody.slice(0, 100)}`;
    if (this.#asked.has(print))
      throw new RestRefused(`The server leads from page ${pages - 1} back to ${this.#shown(url)}${shown}.`);
    this.#asked.add(print);
  }

  /** How many rows came. */
  get rows(): number {
    return this.#rows;
  }

  /** @throws RestRefused when no page brings anything any more */
  read(body: Uint8Array, rows: number): void {
    this.#rows += rows;
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
  const { paging = { kind: 'none' as const }, auth } = settings;
  const counted = paging.kind === 'offset' ? new CountedPages(paging) : null;
  let asked = firstAsked(settings, start.cursor ?? null, counted);
  const known = new Pages(settings);
  const kept: SignedIn = {};
  for (let pages = 1; pages <= MOST_PAGES; pages++) {
    const { request } = asked;
    known.ask(asked, pages);
    const reply = await sendPatiently(request, auth, send, { signal: start.signal, kept }).catch((cause: unknown) => {
      throw ofPage(cause, pages);
    });
    if (pages === 1 && start.cursor && isOfTheRequest(reply.status)) {
      // it no longer knows the cursor
      asked = firstAsked(settings, null, counted);
      continue;
    }
    const isBeyond = counted?.mayBeBeyond ?? false;
    const found = pageOf(reply, request, settings, { spatial, pages, isBeyond });
    if (found === null) return refuseMissing(paging, counted);
    if (pages === 1) refuseLaterFirst(paging, found.document);
    const rows = found.rows.map((row) => JSON.stringify(row));
    known.read(reply.body, rows.length);
    const news = counted ? counted.news(rows) : rows;
    if (news === null) return refuseMissing(paging, counted);
    if (news.length > 0) yield linesOf(news, reply.body);
    if (paging.kind === 'cursor') start.onPage?.(asked.cursor);
    const page = { document: found.document, reply, rows, url: request.url, read: known.rows };
    const next = nextAsked(settings, page, pages, { by: asked.cursor, counted });
    if (next === null) return refuseLost(paging, page, pages, counted);
    asked = next;
  }
  throw new RestRefused(`The server has more than ${MOST_PAGES} pages.`);
}

/** @throws RestRefused where the page is the last one by the paging, and its server says that rows are missing */
function refuseLost(paging: RestPaging, page: Page, pages: number, counted: CountedPages | null): void {
  if (paging.kind === 'next' || paging.kind === 'cursor') refuseMore(page.document, pages);
  if (paging.kind === 'next' && pages === 1) refuseOthers(page);
  refuseMissing(paging, counted);
}

/** Rows as lines. Of an answer in broken UTF-8 the letters that could not be read stay such, so that their rows are refused and not changed. */
function linesOf(rows: readonly string[], body: Uint8Array): Buffer {
  const text = Buffer.from(`${rows.join('\n')}\n`);
  if (!text.includes(UNREAD) || isUtf8(body)) return text;
  return Buffer.from(text.toString('latin1').replaceAll(UNREAD.toString('latin1'), '\xff'), 'latin1');
}
const UNREAD = Buffer.from('\uFFFD');

/** @throws RestRefused for what an answer of success holds in place of rows, or of some of them */
function refuseNoRows(document: unknown, { status, headers }: RestReply, settings: RestSettings): void {
  const error = errorSaid(document);
  if (error !== null)
    throw new RestRefused(`The server says at '${error}' that something went wrong${errorText(document, settings)}`);
  const gap = gapSaid(document);
  if (gap !== null)
    throw new RestRefused(`The server says at '${gap}' that it gave up on some of the rows: ask for fewer at once.`);
  if (status === ACCEPTED && listOf(document, settings.path, false) === null)
    throw new RestRefused(
      `The server answered with status ${status}: it works on the rows, and has them later${headers.location ? ' at another address (Location)' : ''}.`,
    );
  const kind = settings.path ? null : statisticsKind(document);
  if (kind !== null)
    throw new RestRefused(`The answer is ${byPlaces(kind)}: ask its server for CSV, and take the source for a Url.`);
}
const ACCEPTED = 202;

interface PageAsked {
  readonly spatial: boolean;
  readonly pages: number;
  /** It may lie behind the last one: only asking tells. */
  readonly isBeyond: boolean;
}

/** What a page holds; null when it lies behind the last one. @throws RestRefused, FileRefused */
function pageOf(
  reply: RestReply,
  { url }: RestRequest,
  settings: RestSettings,
  { spatial, pages, isBeyond }: PageAsked,
): { readonly document: unknown; readonly rows: readonly unknown[] } | null {
  const { path } = settings;
  if (isBeyond && isOfTheRequest(reply.status)) return null;
  if (reply.status >= 300) throw new RestRefused(refusalText(new URL(url).host, reply, pages));
  const { document, isLines } = replyDocument(reply, spatial, pages);
  if (isLines && Array.isArray(document)) return { document, rows: document };
  if (isBeyond && listOf(document, path, spatial) === null) return null;
  refuseNoRows(document, reply, settings);
  if (isFields(document) && document.type === 'FeatureCollection') refuseOtherSystem(memberFault(document.crs));
  return { document, rows: rowsOf(document, path, spatial) };
}
