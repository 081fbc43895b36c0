import { isFields } from '../../json/fields.ts';
import type { RestSettings } from './rest-settings.ts';
import { isNothing, tellsError } from './usual-places.ts';

/** What an answer is made of that says nothing but how a request went, in lower case. */
const OF_ENVELOPE: ReadonlySet<string> = new Set([
  ...['error', 'errors', 'error_code', 'error_description', 'error_message', 'error_type', 'errorcode', 'errormessage'],
  ...['message', 'messages', 'msg', 'code', 'reason', 'detail', 'details', 'help', 'extensions', 'documentation_url'],
  ...[
    'status',
    'status_code',
    'statuscode',
    'success',
    'ok',
    'request_id',
    'requestid',
    'trace_id',
    'warning',
    'warnings',
  ],
]);

/** Where an answer of success says that something went wrong, and nothing else; null = it does not. */
export function errorSaid(document: unknown): string | null {
  if (!isFields(document)) return null;
  if (isPartly(document)) return 'errors';
  const members = Object.entries(document).filter(([, value]) => !isNothing(value));
  if (!members.every(([name]) => OF_ENVELOPE.has(name.toLowerCase()))) return null;
  if (tellsError(document)) return isNothing(document.error) ? 'errors' : 'error';
  return ['success', 'ok'].find((name) => document[name] === false) ?? null;
}

/** What GraphQL could not find out is null among `data`, and told beside it. */
const isPartly = ({ data, errors }: Readonly<Record<string, unknown>>): boolean =>
  data !== undefined && Array.isArray(errors) && errors.length > 0 && errors.every(hasMessage);

const hasMessage = (value: unknown): boolean => isFields(value) && typeof value.message === 'string';

const LONGEST = 200;

/** What an answer says of what went wrong, behind a colon and without what signs in; empty where it says nothing. */
export function errorText(document: unknown, { auth, headers = [], query = [] }: RestSettings): string {
  const fields = isFields(document) ? document : {};
  const said = [fields.error, fields.errors].find((value) => !isNothing(value)) ?? fields;
  const first: unknown = Array.isArray(said) ? said[0] : said;
  const texts = isFields(first) ? [first.message, first.detail, first.title, first.msg, fields.message] : [first];
  const text = texts.find((value): value is string => typeof value === 'string' && value.trim() !== '');
  if (text === undefined) return '';
  const secrets = [...Object.values(auth ?? {}), ...[...headers, ...query].map(({ value }) => value)];
  const bare = secrets.reduce(
    (shown, each) => (each.length < SHORT ? shown : shown.replaceAll(each, '…')),
    text.trim(),
  );
  return `: ${bare.slice(0, LONGEST)}`;
}
/** Shorter texts are no secrets, and stand in many words. */
const SHORT = 4;

/** Where an answer says that its own server gave up on some of its rows; null = it does not. */
export function gapSaid(document: unknown): string | null {
  if (!isFields(document)) return null;
  const { remark } = document;
  if (typeof remark === 'string' && remark.startsWith('runtime error')) return 'remark';
  return ['timed_out', 'incomplete_results'].find((name) => document[name] === true) ?? null;
}
