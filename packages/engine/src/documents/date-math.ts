import { dateFormat, readDate, type Zone, zoneOf } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { unparsable } from './refusal.ts';

const FORMAT = 'uuuu.MM.dd';

/**
 * A name such as `<logs-{now/d}>` or `<logs-{now/M{uuuu.MM|+07:00}}>` with its dates filled in; any other name as it is.
 * A date that stands there is written as it will be read, by the format behind it; `\{` and `\}` are braces of the name.
 * @throws PlatformError parse_exception for what cannot be read, or would be a name of no letters
 */
export function dateMathName(name: string, now: number): string {
  if (!name.startsWith('<') || !name.endsWith('>')) return name;
  const text = name.slice(1, -1);
  let found = '';
  for (let at = 0; at < text.length; ) {
    const letter = text[at] ?? '';
    if (letter === '\\') {
      found += text[at + 1] ?? '';
      at += 2;
    } else if (letter === '{') {
      const end = endOfPlace(text, at + 1);
      found += filled(text.slice(at + 1, end), now);
      at = end + 1;
    } else if (letter === '}') {
      throw wrong(
        text,
        `invalid character at position [${at + 1}]. \`{\` and \`}\` are reserved characters and should be escaped when used as part of the index name using \`\\\` (e.g. \`\\{text\\}\`)`,
      );
    } else {
      found += letter;
      at++;
    }
  }
  if (found === '') throw unparsable('nothing captured');
  return found;
}

const wrong = (text: string, why: string): PlatformError =>
  unparsable(`invalid dynamic name expression [${text}]. ${why}`);

/** Where the brace stands that closes a date, behind that of its format. */
function endOfPlace(text: string, from: number): number {
  let isFormat = false;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\\') at++;
    else if (letter === '{') {
      if (isFormat) throw wrong(text, `invalid character in placeholder at position [${at + 1}]`);
      isFormat = true;
    } else if (letter === '}') {
      if (!isFormat) return at;
      isFormat = false;
    }
  }
  throw wrong(text, 'date math placeholder is open ended');
}

/** `now/M{uuuu.MM|+07:00}` as the date it stands for. */
function filled(place: string, now: number): string {
  const [math, format, zone] = partsOf(place);
  if (math === '') throw unparsable('cannot parse empty date');
  try {
    return dateFormat(format).write(readDate(math, place, { format, zone, now, roundUp: false }), zone);
  } catch (cause) {
    throw cause instanceof PlatformError && /^failed to parse date/.test(cause.message)
      ? unparsable(cause.message)
      : cause;
  }
}

function partsOf(place: string): readonly [math: string, format: string, zone: Zone] {
  const at = place.indexOf('{');
  if (at < 0) return [place, FORMAT, zoneOf(undefined)];
  if (!place.endsWith('}')) throw wrong(place, 'missing closing `}` for date math format');
  if (at === place.length - 2) throw wrong(place, 'missing date format');
  const [format = '', ...zone] = place.slice(at + 1, -1).split('|');
  return [place.slice(0, at), format, zoneOf(zone.length > 0 ? zone.join('|') : undefined)];
}
