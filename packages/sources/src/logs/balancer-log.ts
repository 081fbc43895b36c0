import type { Fields } from '../json/fields.ts';
import { monthOf } from './months.ts';

/** A text in quotes, with quotes inside it behind a backslash, what stands in brackets, or a word. */
const PART = /"((?:[^"\\]|\\.)*)"|\[([^\]]*)\]|(\S+)/g;
const partsOf = (line: string): readonly string[] =>
  Array.from(
    line.matchAll(PART),
    ([, quoted, bracketed, word]) => quoted?.replace(/\\(["\\])/g, '$1') ?? bracketed ?? word ?? '',
  );

const REQUEST = /^([A-Z]+|-) (\S+) (HTTP\/\d(?:\.\d)?|-)\s*$/;
/** What was no request is written like one, in part. */
const OF_REQUEST = /^(?:[A-Z]+|-) \S/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const KINDS = /^(?:http|https|h2|grpcs|ws|wss)$/;
const S3_TIME = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/;
/** No connection was made: it took no time. */
const NO_TIME = '-1';

/** Names of the parts in their order, as Amazon describes them; `request` is parted into method, path and protocol. */
const APPLICATION =
  'type time elb client target request_processing_time target_processing_time response_processing_time status target_status received_bytes sent_bytes request agent ssl_cipher ssl_protocol target_group trace domain certificate rule_priority request_creation_time actions redirect_url error_reason target_list target_status_list classification classification_reason trace_connection'.split(
    ' ',
  );
const CLASSIC =
  'time elb client target request_processing_time target_processing_time response_processing_time status target_status received_bytes sent_bytes request agent ssl_cipher ssl_protocol'.split(
    ' ',
  );
const BUCKET =
  'owner bucket time host requester request_id operation key request status error_code bytes object_size total_time turnaround_time referrer agent version_id host_id signature cipher authentication host_header tls_version access_point acl_required'.split(
    ' ',
  );
const TIMES = /_processing_time$/;

/** Parts that later versions add behind the last one known. */
function named(names: readonly string[], parts: readonly string[]): Fields {
  const entry: Record<string, unknown> = {};
  for (const [i, name] of names.entries()) {
    const part = parts[i];
    if (part === undefined) continue;
    const isNone = part === '-' || (part === NO_TIME && TIMES.test(name));
    if (name !== 'request') {
      entry[name] = isNone ? null : part;
      continue;
    }
    const [, method = null, path = isNone ? null : part, protocol = null] = REQUEST.exec(part) ?? [];
    Object.assign(entry, {
      method: method === '-' ? null : method,
      path,
      protocol: protocol === '-' ? null : protocol,
    });
  }
  const more = parts.slice(names.length).join(' ');
  return more === '' ? entry : { ...entry, more };
}

const isRequest = (part: string | undefined): boolean => part !== undefined && (part === '-' || OF_REQUEST.test(part));
const FEWEST = { application: 16, classic: 12, bucket: 17 };

/** An entry of a load balancer of Amazon (application, or the classic one), or of the accesses to a bucket of S3; null for a line that is none. */
export function balancerEntry(line: string): Fields | null {
  const parts = partsOf(line);
  if (KINDS.test(parts[0] ?? '') && TIME.test(parts[1] ?? ''))
    return parts.length >= FEWEST.application && isRequest(parts[12]) ? named(APPLICATION, parts) : null;
  if (TIME.test(parts[0] ?? ''))
    return parts.length >= FEWEST.classic && isRequest(parts[11]) && / "[^"]*"/.test(line)
      ? named(CLASSIC, parts)
      : null;
  const [, day, name = '', year, time, hours, minutes] = S3_TIME.exec(parts[2] ?? '') ?? [];
  const month = monthOf(name);
  if (month === 0 || parts.length < FEWEST.bucket || !isRequest(parts[8])) return null;
  const moment = `${year}-${String(month).padStart(2, '0')}-${day}T${time}${hours}:${minutes}`;
  return { ...named(BUCKET, parts), time: moment };
}
