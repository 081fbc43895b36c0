import type { Fields } from '../json/fields.ts';
import { monthOf } from './months.ts';

/** As nginx writes what went wrong. */
const OF_NGINX =
  /^(\d{4})\/(\d{2})\/(\d{2}) (\d{2}:\d{2}:\d{2}) \[(debug|info|notice|warn|error|crit|alert|emerg)\] (\d+)#(\d+): (?:\*(\d+) )?(.+)$/;
/** As Apache does, since 2.4 with its module and process. */
const OF_APACHE =
  /^\[[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?) (\d{4})\] \[(?:([\w-]*):)?([a-z]+\d?)\] (?:\[pid (\d+)(?::tid (\d+))?\] )?(?:\[client (\S+)\] )?(.+)$/;

/** An entry of the error log of a web server by its parts; null for a line that is none. Its moment has no zone. */
export function errorEntry(line: string): Fields | null {
  const [isOfNginx, ...ofNginx] = OF_NGINX.exec(line) ?? [];
  if (isOfNginx !== undefined) {
    const [year, month, day, time, level, process, thread, connection = null, message] = ofNginx;
    return { time: `${year}-${month}-${day}T${time}`, level, process, thread, connection, message };
  }
  const [, name = '', day, clock, year, module = null, level, process = null, thread = null, client = null, message] =
    OF_APACHE.exec(line) ?? [];
  const month = monthOf(name);
  if (month === 0) return null;
  const time = `${year}-${String(month).padStart(2, '0')}-${day}T${clock}`;
  return { time, module, level, process, thread, client, message };
}
