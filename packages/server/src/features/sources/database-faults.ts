import { PlatformError, ReplyCode } from '@datasarana/schema';
import { type DatabaseFault, DatabaseRefused } from '@datasarana/sources/node';

const FIELDS: Readonly<Record<DatabaseFault, string | null>> = {
  host: 'host',
  uid: 'uid',
  database: 'db',
  table: 'table',
  cursor: 'cursor',
  tls: 'tls',
  file: 'file',
  rewritten: null,
  statement: 'query',
  timeout: null,
  lost: null,
};
/** What a database refused, as the platform says it: 36 when nothing answers (ERR-07), else 31 with the field to look at. */
export function asPlatformError(cause: unknown): unknown {
  if (!(cause instanceof DatabaseRefused)) return cause;
  if (cause.cause instanceof PlatformError) return cause.cause;
  const field = FIELDS[cause.fault];
  const silent = cause.isUnanswered;
  return new PlatformError(cause.message, {
    code: silent ? ReplyCode.NoResponse : ReplyCode.Failed,
    type: silent ? 'upstream' : 'validation',
    http: silent ? 504 : 422,
    ...(field !== null && { fields: { [field]: cause.message } }),
    hint: silent
      ? 'Check host, port and the firewalls between, then try again.'
      : 'Correct what is named and try again.',
    cause,
  });
}
