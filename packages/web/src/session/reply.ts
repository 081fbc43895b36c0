import { ReplyCode, type ReplyError } from '@datasarana/schema';

/** What a refused or failed call is to the screens: code, message and what to do next (ERR-29). */
export class CallFailure extends Error {
  readonly code: number;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly data: unknown;
  readonly http: number;
  readonly requestId: string | undefined;

  constructor(
    code: number,
    message: string,
    detail: Partial<Pick<CallFailure, 'hint' | 'status' | 'fields' | 'data' | 'http' | 'requestId'>> = {},
  ) {
    super(message);
    this.name = 'CallFailure';
    this.code = code;
    this.hint = detail.hint;
    this.status = detail.status;
    this.fields = detail.fields ?? {};
    this.data = detail.data;
    this.http = detail.http ?? 0;
    this.requestId = detail.requestId;
  }
}

export const unreachable = (cause?: unknown): CallFailure =>
  new CallFailure(ReplyCode.ClientUnreachable, 'The platform cannot be reached', {
    hint: 'Check the connection; the page tries again by itself.',
    data: cause,
  });

export const missingEndpoint = (id: string): CallFailure => {
  // REC-26 fixes this sentence.
  console.error('end-point not authorised/specified', id);
  return new CallFailure(ReplyCode.ClientNoEndpoint, `You are not authorised to use "${id}"`, {
    hint: 'Ask an administrator of this tenant for a role that may.',
  });
};

/** Builds the failure of a reply: `error.error.reason` wins over `error.message` (API-05). */
export function failureOf(
  code: number,
  error: ReplyError | null,
  http: number,
  requestId: string,
  data: unknown,
): CallFailure {
  const inner: unknown = error?.error;
  const reason = typeof inner === 'string' ? inner : error?.error?.reason;
  return new CallFailure(code, reason ?? error?.message ?? `The platform answered with code ${code}`, {
    ...(error?.hint !== undefined && { hint: error.hint }),
    ...(typeof inner === 'object' && error?.error.status !== undefined && { status: error.error.status }),
    ...(typeof inner === 'object' && error?.error.fields && { fields: error.error.fields }),
    http,
    requestId,
    data,
  });
}

export const isFailure = (error: unknown): error is CallFailure => error instanceof CallFailure;
