import { type ErrorType, ReplyCode } from './codes.ts';

/** What a refusal says beside its message. */
export interface PlatformErrorDetail {
  readonly code: number;
  readonly type: ErrorType;
  /** HTTP status when the code alone does not decide it (API-06). */
  readonly http?: number;
  readonly hint?: string;
  /** Authorisation status (ROL-07). */
  readonly status?: number;
  /** path → message (REC-37). */
  readonly fields?: Readonly<Record<string, string>>;
  /** Answered in `data` beside the error, as the current record on a conflict (REC-38). */
  readonly data?: unknown;
  /** Path of the value in a body that is wrong: `query.bool.must[0].term`. */
  readonly at?: string;
  /** How OpenSearch's HTTP names it: `error.type` with what stands beside it there. */
  readonly openSearch?: { readonly type: string; readonly [more: string]: unknown };
  readonly cause?: unknown;
}

/** An error the caller may read: everything else becomes code 35 with a generic text (ERR-06). */
export class PlatformError extends Error {
  readonly detail: PlatformErrorDetail;

  constructor(message: string, detail: PlatformErrorDetail) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'PlatformError';
    this.detail = detail;
  }
}

/** A call that cannot be understood: 32, HTTP 400. */
export const malformed = (
  message: string,
  hint?: string,
  openSearch?: PlatformErrorDetail['openSearch'],
): PlatformError =>
  new PlatformError(message, {
    code: ReplyCode.Malformed,
    type: 'malformed',
    ...(hint && { hint }),
    ...(openSearch && { openSearch }),
  });

/** Values that break a rule, by their paths: 31, HTTP 422. */
export const invalid = (
  fields: Readonly<Record<string, string>>,
  message = 'Data has validation error',
): PlatformError => new PlatformError(message, { code: ReplyCode.Failed, type: 'validation', http: 422, fields });

/** What stands in the way as things are now: 31, HTTP 409. `data` goes out with the reply. */
export const conflict = (message: string, data?: unknown, fields?: Readonly<Record<string, string>>): PlatformError =>
  new PlatformError(message, { code: ReplyCode.Failed, type: 'conflict', http: 409, data, ...(fields && { fields }) });

/** A write target or path that is not there, or is another tenant's: HTTP 404 (API-06). */
export const notFound = (message: string): PlatformError =>
  new PlatformError(message, { code: ReplyCode.NotFound, type: 'not_found', http: 404 });

/** What is known but not offered: 33, HTTP 501. */
export const notImplemented = (message: string, hint?: string): PlatformError =>
  new PlatformError(message, { code: ReplyCode.NotImplemented, type: 'malformed', http: 501, ...(hint && { hint }) });
