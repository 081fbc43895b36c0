import { malformed } from '@datasarana/schema';

/** A time zone as a list of offsets: from `starts[i]` (epoch ms) on, local time is UTC + `offsets[i]`. */
export interface Zone {
  readonly name: string;
  /** Milliseconds to add to UTC at that moment. */
  readonly offsetAt: (utc: number) => number;
  /** The offset when it never changes. */
  readonly fixed: number | null;
  /** The offsets of the ten years of that number; those between 1850 and 2200 are asked for. */
  readonly decade: (number: number) => Decade;
}

/** What clocks do in ten years: the offset they begin with, and each change of it. */
interface Decade {
  readonly offset: number;
  readonly changes: readonly Transition[];
}

/** A change of the clocks. */
export interface Transition {
  /** First moment of the new offset, epoch ms. */
  readonly at: number;
  readonly offset: number;
}

const unchanging = (name: string, offset: number): Zone => {
  const always: Decade = { offset, changes: [] };
  return { name, offsetAt: () => offset, fixed: offset, decade: () => always };
};

/** The zone without an offset. */
export const UTC: Zone = unchanging('Z', 0);

/** Hours of one figure stand alone, and colons everywhere or nowhere, as in Java's ZoneOffset. */
const FIXED =
  /^(?:UTC|GMT|UT)?(?<sign>[+-])(?:(?<hour>\d)|(?<hours>\d\d)(?:(?<colon>:?)(?<minutes>\d\d)(?:\k<colon>(?<seconds>\d\d))?)?)$/;
const UTC_NAMES = new Set(['Z', 'z', 'UTC', 'GMT', 'UT', 'Etc/UTC', 'Etc/GMT']);

/** More than there are zones; names may be spelled in any case. */
const KEPT = 500;
const known = new Map<string, Zone>();

/** `+07:00`, `UTC` or `Asia/Jakarta`; absent = UTC. */
export function zoneOf(name: string | undefined): Zone {
  if (name === undefined || UTC_NAMES.has(name)) return UTC;
  const found = known.get(name);
  if (found) return found;
  const offset = fixedOffset(name);
  const zone = offset === null ? namedZone(name) : unchanging(name, offset);
  if (known.size >= KEPT) known.clear();
  known.set(name, zone);
  return zone;
}

function fixedOffset(name: string): number | null {
  const parts = FIXED.exec(name)?.groups;
  if (!parts) return null;
  const { sign, hour, hours = hour, minutes = '0', seconds = '0' } = parts;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -size : size;
}

/** What `Date` and with it `Intl` hold. */
const DATE_LIMIT = 8_640_000_000_000_000;
/** After 400 years dates fall on the same days of the week, and clocks change again at the same moments. */
const TURN = 146_097 * 86_400_000;

/** A moment that `Intl` knows, with the offset of the given one. */
const within = (utc: number): number =>
  Math.abs(utc) <= DATE_LIMIT ? utc : utc - Math.ceil((Math.abs(utc) - DATE_LIMIT) / TURN) * TURN * Math.sign(utc);

function namedZone(name: string): Zone {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset', hourCycle: 'h23' });
  } catch (cause) {
    throw Object.assign(
      malformed(`Unknown time zone [${name}]`, 'Give a name such as Asia/Jakarta or an offset such as +07:00.'),
      { cause },
    );
  }
  /** What `Intl` says, which takes longer than a histogram has for each of its buckets. */
  const asked: OffsetAt = (utc) => {
    const text = format.formatToParts(within(utc)).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
    return fixedOffset(text) ?? 0;
  };
  const decades = decadesOf(format.resolvedOptions().timeZone);
  const decade = (number: number): Decade => {
    const found = decades.get(number) ?? decadeOf(number, asked);
    decades.set(number, found);
    return found;
  };
  const offsetAt: OffsetAt = (utc) => {
    if (!(utc >= RULES_FROM && utc < RULES_TO)) return asked(utc);
    let { offset, changes } = decade(Math.floor(utc / TEN_YEARS));
    for (const change of changes) {
      if (change.at > utc) break;
      offset = change.offset;
    }
    return offset;
  };
  return { name, offsetAt, fixed: null, decade };
}

type OffsetAt = Zone['offsetAt'];

/** What clocks have done, by the zone's own name, of which there are some hundreds however it is spelled. */
const looked = new Map<string, Map<number, Decade>>();

function decadesOf(name: string): Map<number, Decade> {
  const found = looked.get(name) ?? new Map<number, Decade>();
  looked.set(name, found);
  return found;
}

const DAY = 86_400_000;
/** Shorter than any time a zone has kept an offset since clocks change by law. */
const STEP = 12 * DAY;
/** Before this no zone changes its clocks by rule; after it rules only repeat and are followed as far. */
const RULES_FROM = Date.UTC(1850, 0, 1);
const RULES_TO = Date.UTC(2200, 0, 1);
const TEN_YEARS = 3650 * DAY;

/** Changes of the zone's offset inside (from, to], ascending. */
export function transitions(zone: Zone, from: number, to: number): readonly Transition[] {
  if (zone.fixed !== null) return [];
  const start = Math.max(from, RULES_FROM);
  const end = Math.min(to, RULES_TO);
  const found: Transition[] = [];
  for (let number = Math.floor(start / TEN_YEARS); number * TEN_YEARS < end; number++) {
    found.push(...zone.decade(number).changes.filter(({ at }) => at > start && at <= end));
  }
  return found;
}

function decadeOf(number: number, offsetAt: OffsetAt): Decade {
  const [start, end] = [number * TEN_YEARS, (number + 1) * TEN_YEARS];
  const changes: Transition[] = [];
  const first = offsetAt(start);
  let offset = first;
  for (let at = start; at < end; ) {
    const next = Math.min(at + STEP, end);
    const after = offsetAt(next);
    if (after !== offset) changes.push({ at: changeBetween(offsetAt, at, next), offset: after });
    offset = after;
    at = next;
  }
  return { offset: first, changes };
}

function changeBetween(offsetAt: OffsetAt, before: number, after: number): number {
  const offset = offsetAt(before);
  let low = before;
  let high = after;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * UTC of a local time. A time that comes twice is its first; one that is left out (clocks put forward) is the moment of
 * the change, as `java.time` and OpenSearch round.
 */
export function utcOf(zone: Zone, local: number): number {
  if (zone.fixed !== null) return local - zone.fixed;
  const before = zone.offsetAt(local - DAY);
  const after = zone.offsetAt(local + DAY);
  const early = local - Math.max(before, after);
  const late = local - Math.min(before, after);
  if (early + zone.offsetAt(early) === local) return early;
  if (late + zone.offsetAt(late) === local) return late;
  return changeBetween(zone.offsetAt, Math.min(early, late), Math.max(early, late));
}
