import type { Readable } from 'node:stream';
import { PlatformError, type Reply, ReplyCode, type ReplyError } from '@datasarana/schema';

/** What a handler may return beside plain data: another code, a total, another HTTP status. */
export class Answer {
  readonly data: unknown;
  readonly code: number;
  readonly total: number | undefined;
  readonly http: number | undefined;

  constructor(data: unknown, options: AnswerOptions = {}) {
    this.data = data;
    this.code = options.code ?? ReplyCode.Ok;
    this.total = options.total;
    this.http = options.http;
  }
}

export interface AnswerOptions {
  readonly code?: number;
  readonly total?: number;
  readonly http?: number;
}

/** Data with a code other than 30, a total (API-08) or an HTTP status of its own. */
export const answer = (data: unknown, options?: AnswerOptions): Answer => new Answer(data, options);

/** A read that found nothing, or another tenant's record: HTTP 200, code 34, data null (API-12). */
export const absent = (): Answer => new Answer(null, { code: ReplyCode.NotFound, http: 200 });

/** For a read: null where a write is refused with 404, because what it needs is not there or another tenant's (API-06). */
export async function foundOrNull<T>(needed: Promise<T>): Promise<T | null> {
  try {
    return await needed;
  } catch (error) {
    if (error instanceof PlatformError && error.detail.code === ReplyCode.NotFound) return null;
    throw error;
  }
}

/** A body that is not an envelope: a file or a stream of rows. */
export class Download {
  readonly body: Readable | Buffer | string;
  readonly contentType: string;
  readonly fileName: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    body: Readable | Buffer | string,
    contentType: string,
    fileName?: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.body = body;
    this.contentType = contentType;
    this.fileName = fileName;
    this.headers = headers;
  }
}

/** Streams `body` as is; with a file name the browser saves it. */
export const download = (
  body: Readable | Buffer | string,
  contentType: string,
  fileName?: string,
  headers?: Readonly<Record<string, string>>,
): Download => new Download(body, contentType, fileName, headers);

/** The reply shape of API-03. `began` and `now` are epoch ms; `took` never goes below 0. */
export const envelope = (
  code: number,
  data: unknown,
  error: ReplyError | null,
  clock: { readonly now: number; readonly took: number },
  total?: number,
): Reply => ({
  code,
  ts: clock.now,
  took: Math.max(0, Math.round(clock.took)),
  data: data ?? null,
  error,
  ...(total !== undefined && { total }),
});
