import { type DateParts, type PatternField, pad } from './pattern-field.ts';
import { type Zone, zoneOf } from './zone.ts';

const FURTHEST = 18 * 3_600_000;

/** `+07:00`, `+0700`, `+07:00:30`, `Z`; no zone is so far away when it is more than 18 hours. */
function putOffset(text: string, parts: DateParts): void {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /^([+-])(\d{2}):?(\d{2})?(?::(\d{2}))?$/.exec(text) ?? [];
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  if (Number(minutes) > 59 || Number(seconds) > 59 || size > FURTHEST) parts.zone = null;
  else parts.offset = sign === '-' ? -size : size;
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
  read: putOffset,
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
    putOffset(`${sign}${hours.padStart(2, '0')}:${minutes}`, parts);
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

const OFFSET = String.raw`Z|[+-]\d{2}(?::?\d{2}|:\d{2}:\d{2})?`;
/** `Europe/Berlin`, `CET`, `UTC`, `GMT+02:00`. */
const REGION = String.raw`(?:UTC|GMT|UT)[+-]\d{2}:\d{2}|[A-Z][A-Za-z]+(?:[\/_+\-][A-Za-z0-9]+)*`;
/** What stands for an offset elsewhere and is no name of a zone in Java. */
const NO_REGION = /^(?:[EMH]ST|(?:UTC|GMT|UT)[+-]\d{1,2})$/;

function regionOf(name: string): Zone | null {
  if (NO_REGION.test(name)) return null;
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
    if (/^(?:Z|[+-])/.test(text) && !/^Z./.test(text)) putOffset(text, parts);
    else parts.zone = regionOf(text);
  },
  write: (_, offset, zone) => {
    if (zone.fixed === null && writesName) return zone.name;
    return offset === 0 ? 'Z' : writeOffset(offset, writesName);
  },
});
