import type { Fields } from '../json/fields.ts';

/** As runtimes of containers keep what is written to them: whole lines (F) and parts of long ones (P). */
const OF_CONTAINER =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})) (stdout|stderr) ([FP])(?: (.*))?$/;

/** A line that a container wrote; null for another one. */
export function containerEntry(line: string): Fields | null {
  const [isEntry, time, stream, part, message = ''] = OF_CONTAINER.exec(line) ?? [];
  return isEntry === undefined ? null : { time, stream, part, message };
}

/** As Kubernetes and other programs in Go and C++ write theirs (klog, glog), with or without a year. */
const OF_GLOG = /^([IWEF])(\d{4})?(\d{2})(\d{2}) (\d{2}:\d{2}:\d{2}\.\d{6}) +(\d+) ([\w./-]+:\d+)\] ?(.*)$/;
const LEVELS: Readonly<Record<string, string>> = { I: 'INFO', W: 'WARNING', E: 'ERROR', F: 'FATAL' };

/** An entry that begins with the letter of its level; null for another line. Its moment without a year stays a text. */
export function glogEntry(line: string): Fields | null {
  const [isEntry, letter = '', year, month, day, clock, thread, location, message] = OF_GLOG.exec(line) ?? [];
  if (isEntry === undefined) return null;
  const time = year === undefined ? `${month}-${day} ${clock}` : `${year}-${month}-${day}T${clock}`;
  return { time, level: LEVELS[letter], thread, location, message };
}

/** As Python writes by itself, and as Django does, with a moment behind the level. */
const OF_PYTHON =
  /^(DEBUG|INFO|WARNING|ERROR|CRITICAL)(?::([\w.]+):(.*)| +(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:[.,]\d{1,6})?) +(.*))$/;

/** An entry that begins with its level; null for another line. */
export function levelEntry(line: string): Fields | null {
  const [isEntry, level, logger, said, day, clock = '', message] = OF_PYTHON.exec(line) ?? [];
  if (isEntry === undefined) return null;
  if (logger !== undefined) return { level, logger, message: said };
  return { time: `${day}T${clock.replace(',', '.')}`, level, message };
}
