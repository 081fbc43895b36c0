import type { Fields } from '../json/fields.ts';
import { entryParts, searchParts } from './entry-parts.ts';

const DAY = String.raw`\d{4}[-/]\d{2}[-/]\d{2}`;
const CLOCK = String.raw`\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?`;
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?`;
const MOMENT = String.raw`\[?(${DAY})[T ](${CLOCK})(${ZONE})\]?`;
/**
 * What stands between the moment and the level: a thread in brackets, a process, who asks a database, a name between dashes, a channel. No
 * two of its ways read the same text, or a line that is no entry would be tried in all their orders.
 */
const ORIGIN = String.raw`((?:- )?(?:\[[^\]]*\] (?:- )?|\d+ (?!- )|[\w.-]+@[\w.-]+ |\w[\w.$]* - )*(?:\w+\.)?)`;
const LEVEL =
  '(TRACE|DEBUG|INFO|INFORMATION|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|ALERT|EMERGENCY|SEVERE|LOG|HINT|DETAIL|STATEMENT)';
const SHORT_LEVEL = '(VRB|DBG|INF|WRN|ERR|FTL)';
const ENTRY = new RegExp(
  String.raw`^${MOMENT} +${ORIGIN}(?:${LEVEL}|\[ *${LEVEL} *\]|\[${SHORT_LEVEL}\]):?(?: +(.*))?$`,
  'i',
);
/** As OpenSearch and Elasticsearch write it, all of it in brackets. */
const OF_SEARCH = new RegExp(String.raw`^${MOMENT}\[([A-Z]+) *\](\[.*)$`);
const BEGINS = new RegExp(String.raw`^${MOMENT}(?:(?: +|(?=\[))(.*))?$`);

function isoMoment(day: string, clock: string, zone: string): string {
  const offset = zone.trim();
  return `${day.replaceAll('/', '-')}T${clock.replace(',', '.')}${/^[UG]/.test(offset) ? 'Z' : offset}`;
}

/** An entry by its moment and level, what stands between the two, all that stands behind, and the parts these are. */
function splitEntry(line: string) {
  const [isOfSearch, ...ofSearch] = OF_SEARCH.exec(line) ?? [];
  if (isOfSearch !== undefined) {
    const [day = '', clock = '', zone = '', level, message = ''] = ofSearch;
    return { time: isoMoment(day, clock, zone), level, before: '', message, parts: searchParts(message) };
  }
  const [isEntry, day = '', clock = '', zone = '', between = '', plain, bracketed, short, text = ''] =
    ENTRY.exec(line) ?? [];
  if (isEntry === undefined) return null;
  const before = between.trim().replace(/^-(?: +|$)|\.$| +-$/g, '');
  const message = text.replace(/^- +/, '');
  const level = plain ?? bracketed ?? short;
  return { time: isoMoment(day, clock, zone), level, before, message, parts: entryParts(before, message) };
}

/**
 * An entry of a program's own log: its moment and its level, thread and logger where they are written as usual, else the origin that
 * stands before the level, and the message. Null for a line that is none. A moment without a zone stays without one.
 */
export function programEntry(line: string): Fields | null {
  const { time, level, parts } = splitEntry(line) ?? {};
  return parts === undefined ? null : { time, level, ...parts };
}

/** Such an entry with all that stands beside its moment and level as its message. */
export function wholeEntry(line: string): Fields | null {
  const { time, level, before, message } = splitEntry(line) ?? {};
  if (message === undefined) return momentEntry(line);
  return { time, level, message: before ? `${before} ${message}` : message };
}

/** A line of such a log that names no level. */
export function momentEntry(line: string): Fields | null {
  const [isEntry, day = '', clock = '', zone = '', message = ''] = BEGINS.exec(line) ?? [];
  return isEntry === undefined ? null : { time: isoMoment(day, clock, zone), level: null, message };
}

/** What does not begin with a moment goes on from the entry before: a stack trace, or a message of several lines. */
export const goesOnAfterProgram = (line: string): boolean => !BEGINS.test(line);

/** Lines of a stack trace below an entry, as Java, .NET, JavaScript, Python and PHP write them. */
const OF_TRACE =
  /^(?:[ \t]+\S|(?:Caused by|Suppressed|Stack trace|Traceback[^:]*):|#\d+ |(?:[\w$]+\.)*[A-Z]\w*(?:Error|Exception)\b)/;

/** Whether a line can only go on from the one before. */
export const isOfTrace = (line: string): boolean => OF_TRACE.test(line);
