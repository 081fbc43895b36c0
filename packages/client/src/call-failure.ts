import { type Reply, ReplyCode } from '@datasarana/schema';

type Detail = Partial<
  Pick<CallFailure, 'hint' | 'type' | 'status' | 'fields' | 'data' | 'http' | 'requestId' | 'cause'>
>;

/** A refused or failed call as a person may read it: code, message and what to do next (ERR-29). */
export class CallFailure extends Error {
  /** Reply code of the server, or one the client makes: -1, 1, 50, 1000, 10001 (ERR-30). */
  readonly code: number;
  readonly hint: string | undefined;
  /** `error.error.type`, when the server gave one. */
  readonly type: string | undefined;
  /** Authorisation status (ROL-07, ERR-32). */
  readonly status: number | undefined;
  /** path → message of a validation error (REC-37). */
  readonly fields: Readonly<Record<string, string>>;
  /** What came beside the error, as the current record of a conflict (REC-38). */
  readonly data: unknown;
  /** HTTP status; 0 when there was no reply. */
  readonly http: number;
  readonly requestId: string | undefined;

  constructor(code: number, message: string, detail: Detail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'CallFailure';
    this.code = code;
    this.hint = detail.hint;
    this.type = detail.type;
    this.status = detail.status;
    this.fields = detail.fields ?? {};
    this.data = detail.data;
    this.http = detail.http ?? 0;
    this.requestId = detail.requestId;
  }
}

/** Whether a call was refused or did not arrive, as opposed to a fault of the code around it. */
export const isFailure = (error: unknown): error is CallFailure => error instanceof CallFailure;

const UNANSWERED: readonly number[] = [ReplyCode.ClientUnreachable, ReplyCode.NoResponse, ReplyCode.ClientNoResponse];

/** Whether no answer came (-1, 36, 50), so that what was asked for may have been done. */
export const isUnanswered = (error: unknown): error is CallFailure =>
  isFailure(error) && UNANSWERED.includes(error.code);

/** ERR-23: no connection at all. */
export const unreachable = (requestId: string, cause?: unknown): CallFailure =>
  new CallFailure(
    ReplyCode.ClientUnreachable,
    'Unable to make a request, the server is probably down or your network is unable to reach the Internet',
    { hint: 'Check the connection and try again.', requestId, cause },
  );

/** SRC-23: what was chosen is not there as it was, and no connection sends it. */
export const changedFile = (requestId: string, name: string, cause: unknown): CallFailure =>
  new CallFailure(
    ReplyCode.FileRead,
    `The file could not be read: ${name} was changed, moved or removed after it was chosen`,
    { hint: 'Choose it again.', requestId, cause },
  );

/** ERR-19: sent, but no reply in time. */
export const noReply = (requestId: string, seconds: number): CallFailure =>
  new CallFailure(ReplyCode.ClientNoResponse, `The platform gave no reply within ${seconds} s`, {
    hint: 'Try again; if it stays, look at the server log with this request id.',
    requestId,
  });

/** REC-26, ERR-22: refused before anything is sent. */
export function missingEndpoint(id: string): CallFailure {
  console.error('end-point not authorised/specified', id);
  return new CallFailure(ReplyCode.ClientNoEndpoint, 'end-point not authorised/specified', {
    hint: `Ask an administrator of this tenant for a role that may use "${id}".`,
  });
}

/** Code 34 to a read of what has to be there (API-06). */
export const nothingFound = (): CallFailure =>
  new CallFailure(ReplyCode.NotFound, 'What was asked for is not there, or is not shared with you', {
    hint: 'Look for it in the list, or ask whoever owns it.',
    type: 'not_found',
    http: 200,
  });

/** What answered is not the envelope of API-03, as a proxy's error page. */
export const unreadable = (http: number, requestId: string): CallFailure =>
  new CallFailure(ReplyCode.ClientNoResponse, `The platform gave no readable answer (HTTP ${http})`, {
    hint: 'Try again; if it stays, look at the server log with this request id.',
    http,
    requestId,
  });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function messagesOf(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([path, message]) => [path, String(message)]));
}

/** The failure a reply tells of: `error.error.reason` wins over `error.message`; a plain text counts too (API-04, API-05). */
export function failureOf(reply: Reply, http: number, requestId: string): CallFailure {
  const error: unknown = reply.error;
  const outer = isObject(error) ? error : {};
  const inner = isObject(outer.error) ? outer.error : {};
  const reason = textOf(outer.error) ?? textOf(inner.reason) ?? textOf(outer.message) ?? textOf(error);
  const hint = textOf(outer.hint);
  const type = textOf(inner.type);
  return new CallFailure(reply.code, reason ?? `The platform answered with code ${reply.code}`, {
    ...(hint !== undefined && { hint }),
    ...(type !== undefined && { type }),
    ...(typeof inner.status === 'number' && { status: inner.status }),
    fields: messagesOf(inner.fields),
    data: reply.data,
    http,
    requestId,
  });
}
