import type { Fields } from '../json/fields.ts';
import { monthOf } from './months.ts';

const PRIORITY = String.raw`<(\d{1,3})>`;
const MOMENT = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})`;
/** RFC 5424; its data may hold brackets in quotes. */
const NEW_ENTRY = new RegExp(
  String.raw`^${PRIORITY}1 (${MOMENT}|-) (\S+) (\S+) (\S+) (\S+) (-|(?:\[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\])+)(?: (?:\u{feff})?(.*))?$`,
  'u',
);
/** RFC 3164, of which files have no priority, or with the moment that rsyslog and systemd write. */
const OLD_ENTRY = new RegExp(
  String.raw`^(?:${PRIORITY})?([A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2}|${MOMENT}) ([^\s,;|"]+) (?:([^\s:[\],;"]+)(?:\[([^\s\]]*)\])?: )?(.+)$`,
);
/** What programs write behind the moment of their own logs, where a system's log has the host. */
const LEVEL = /^(?:trace|debug|info|notice|warn(?:ing)?|error|fatal|critical|stdout|stderr)$/i;
const HIGHEST_PRIORITY = 191;

const written = (text = '-'): string | null => (text === '-' ? null : text);

/** Facility and severity; null where there is no such priority. */
function ranked(priority: string | undefined): Fields | null {
  if (priority === undefined) return {};
  const number = Number(priority);
  return number > HIGHEST_PRIORITY ? null : { facility: Math.floor(number / 8), severity: number % 8 };
}

/** An entry of a system's log by its parts; null for a line that is none. Where its moment has no year it stands as it is written. */
export function syslogEntry(line: string): Fields | null {
  const [isNew, ...ofNew] = NEW_ENTRY.exec(line) ?? [];
  if (isNew !== undefined) {
    const [priority, time, host, program, process, kind, data, message] = ofNew;
    const rank = ranked(priority);
    return (
      rank && {
        ...rank,
        time: written(time),
        host: written(host),
        program: written(program),
        process: written(process),
        kind: written(kind),
        data: written(data),
        message: message ?? null,
      }
    );
  }
  const [isOld, priority, time = '', host = '', program, process, message] = OLD_ENTRY.exec(line) ?? [];
  const rank = ranked(priority);
  // such moments stand in many logs, and in tables of values with spaces between
  const isSure = /^\d/.test(time) ? program !== undefined && !LEVEL.test(host) : monthOf(time.slice(0, 3)) > 0;
  if (isOld === undefined || rank === null || !isSure) return null;
  return { ...rank, time, host, program: program ?? null, process: process ?? null, message };
}
