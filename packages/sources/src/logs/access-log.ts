import type { Fields } from '../json/fields.ts';
import { monthOf } from './months.ts';

const TEXT = String.raw`"((?:[^"\\]|\\.)*)"`;
const TIME = String.raw`\[(\d{2})/([A-Z][a-z]{2})/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})\]`;
/** Common and combined format of Apache and nginx, with the name of a virtual host in front or more behind. */
const ENTRY = new RegExp(
  String.raw`^(?:(\S+:\d+) )?(\S+) (\S+) (\S+) ${TIME} ${TEXT} (\d{3}|-) (\d+|-)(?: ${TEXT} ${TEXT})?(?: (.+))?$`,
);
const REQUEST = /^([A-Z]+) (\S+) (HTTP\/\d(?:\.\d)?)$/;

/** Null where the server wrote that it knows nothing. */
const written = (text: string): string | null => (text === '-' ? null : text.replace(/\\(["\\])/g, '$1'));
const numberOf = (text: string): number | null => (text === '-' ? null : Number(text));

/** Of what its format does not write, nothing. */
const optional = (parts: Readonly<Record<string, string | undefined>>): Fields =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, text]) => (text === undefined ? [] : [[name, written(text)]])),
  );

/** An entry of an access log by its parts; null for a line that is none. */
export function accessEntry(line: string): Fields | null {
  const found = ENTRY.exec(line);
  const month = monthOf(found?.[6] ?? '');
  if (!found || month === 0) return null;
  const [, site, host, identity = '', user = '', day, , year, time, hours, minutes, asked = '', ...last] = found;
  const [status = '', bytes = '', referrer, agent, more] = last;
  const [, method = null, path = written(asked), protocol = null] = REQUEST.exec(asked) ?? [];
  return {
    ...optional({ site }),
    host,
    identity: written(identity),
    user: written(user),
    time: `${year}-${String(month).padStart(2, '0')}-${day}T${time}${hours}:${minutes}`,
    method,
    path,
    protocol,
    status: numberOf(status),
    bytes: numberOf(bytes),
    ...optional({ referrer, agent, more }),
  };
}
