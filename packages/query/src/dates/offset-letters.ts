import { type PatternField, pad } from './pattern-field.ts';
import { type Zone, zoneOf } from './zone.ts';

/** `+07:00`, `+0700`, `Z`. */
export function readOffset(text: string): number {
  if (text === 'Z' || text === 'z' || text === 'UTC' || text === 'GMT') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  const size = (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -size : size;
}

export function writeOffset(offset: number, colon: boolean): string {
  const minutes = Math.floor(Math.abs(offset) / 60_000);
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}${colon ? ':' : ''}${pad(minutes % 60, 2)}`;
}

/** `+07`, with its minutes where there are some. */
function shortOffset(offset: number): string {
  const text = writeOffset(offset, false);
  return text.endsWith('00') ? text.slice(0, 3) : text;
}

const offsetField = (write: PatternField['write']): PatternField => ({
  match: 'Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2})?',
  read: (text, parts) => {
    parts.offset = readOffset(text);
  },
  write,
});

/** `X` writes `Z` where there is no offset, `x` does not; two letters have always minutes, three a colon. */
export const isoOffset = (letters: string): PatternField => {
  const { length: width } = letters;
  return offsetField((_, offset) => {
    if (offset === 0 && letters.startsWith('X')) return 'Z';
    return width === 1 ? shortOffset(offset) : writeOffset(offset, width === 3 || width === 5);
  });
};

/** `GMT+7`, with all digits and a colon where it is `full`. */
export const offsetOfGreenwich = (full: boolean): PatternField => ({
  match: 'GMT(?:[+-]\\d{1,2}(?::\\d{2})?)?',
  read: (text, parts) => {
    const [, sign = '+', hours = '0', minutes = '00'] = /^GMT([+-])(\d{1,2})(?::(\d{2}))?$/.exec(text) ?? [];
    parts.offset = readOffset(`${sign}${hours.padStart(2, '0')}:${minutes}`);
  },
  write: (_, offset) => {
    if (offset === 0) return 'GMT';
    const text = writeOffset(offset, true);
    return `GMT${full ? text : text.replace(/^([+-])0/, '$1').replace(/:00$/, '')}`;
  },
});

/** `+0700`; four letters are Greenwich's, five those of `XXX`. */
export function rfcOffset({ length: width }: string): PatternField {
  if (width === 4) return offsetOfGreenwich(true);
  return width === 5 ? isoOffset('XXXXX') : offsetField((_, offset) => writeOffset(offset, false));
}

const OFFSET = String.raw`Z|[+-]\d{2}(?::?\d{2})?`;
/** `Europe/Berlin`, `CET`, `UTC`, `GMT+02:00`. */
const REGION = String.raw`(?:UTC|GMT|UT)[+-]\d{2}:\d{2}|[A-Z][A-Za-z]+(?:[\/_+\-][A-Za-z0-9]+)*`;
/** Names that stand for an offset elsewhere and are no zones in Java. */
const NO_REGIONS = new Set(['EST', 'MST', 'HST']);

function regionOf(name: string): Zone | null {
  if (NO_REGIONS.has(name)) return null;
  try {
    return zoneOf(name);
  } catch {
    return null;
  }
}

/** A zone by its name or offset; `VV` writes the name, others the offset. */
export const namedZone = (writesName: boolean): PatternField => ({
  match: `${OFFSET}|${REGION}`,
  read: (text, parts) => {
    if (/^(?:Z|[+-])/.test(text) && !/^Z./.test(text)) parts.offset = readOffset(text);
    else parts.zone = regionOf(text);
  },
  write: (_, offset, zone) => {
    if (zone.fixed === null && writesName) return zone.name;
    return offset === 0 ? 'Z' : writeOffset(offset, writesName);
  },
});
