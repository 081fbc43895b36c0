import { PlatformError } from '@datasarana/schema';
import type { Body } from './json-object.ts';
import { illegal } from './refusals.ts';

const TYPES: Readonly<Record<string, string>> = {
  malformed: 'illegal_argument_exception',
  validation: 'illegal_argument_exception',
  not_found: 'resource_not_found_exception',
  conflict: 'version_conflict_engine_exception',
  authentication: 'security_exception',
  authorisation: 'security_exception',
  internal: 'exception',
};

/** The status of an error at the door; what is not offered is a bad request there. */
export function statusOf(error: PlatformError): number {
  const { http, type } = error.detail;
  if (http === 501 || http === 422 || http === undefined) return type === 'authentication' ? 401 : 400;
  return http;
}

/** `type` and `reason` of an error, as they stand in an item of a bulk. */
export function causeOf(error: PlatformError): Body {
  const { root_cause: _roots, ...cause } = toldOf(error);
  return cause;
}

function toldOf({ message, detail }: PlatformError): Body {
  const { type: name = TYPES[detail.type] ?? 'exception', ...more } = detail.openSearch ?? {};
  return { type: name, reason: message, ...more };
}

/** The whole answer to a call that was refused. */
export function errorBody(error: unknown): { readonly status: number; readonly body: Body } {
  if (Object(error).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return errorBody(illegal('invalid Content-Type header'));
  if (!(error instanceof PlatformError)) {
    const cause = { type: 'exception', reason: 'Something went wrong here' };
    return { status: 500, body: { error: { root_cause: [cause], ...cause }, status: 500 } };
  }
  const status = statusOf(error);
  // said before there is a request, so it has no type or cause at OpenSearch's either
  if (status === 406) return { status, body: { error: error.message, status } };
  const { caused_by, root_cause, ...cause } = toldOf(error);
  return {
    status,
    body: {
      error: { root_cause: root_cause ?? [{ ...cause }], ...cause, ...(caused_by !== undefined && { caused_by }) },
      status,
    },
  };
}
