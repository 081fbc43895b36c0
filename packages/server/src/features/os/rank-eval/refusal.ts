import { PlatformError, ReplyCode } from '@datasarana/schema';

/** A part of a `_rank_eval` that cannot be read, and why. */
export const requestFault = (field: string, type: string, reason: string): PlatformError =>
  new PlatformError(`[rank_eval] failed to parse field [${field}]`, {
    code: ReplyCode.Malformed,
    type: 'malformed',
    http: 400,
    openSearch: { type: 'x_content_parse_exception', caused_by: { type, reason } },
  });
