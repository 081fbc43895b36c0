/** Degrees as they are read, and the side of the equator or of Greenwich where it is named. */
interface Degrees {
  readonly degrees: number;
  readonly side: string;
}

const SIGN = '\\s*[°º˚]';
const MINUTES = `\\s*(\\d{1,2}(?:\\.\\d+)?)\\s*['’′]`;
const SECONDS = `\\s*(\\d{1,2}(?:\\.\\d+)?)\\s*(?:["”″]|''|’’|′′)`;
const SIZE = `([+-]?)(\\d{1,3}(?:\\.\\d+)?)${SIGN}(?:${MINUTES}(?:${SECONDS})?)?`;
/** `N 52° 31.200`, as devices and geocachers write it, whose fraction says that it is minutes. */
const BARE_MINUTES = `([+-]?)(\\d{1,3})${SIGN}\\s*(\\d{1,2}\\.\\d+)()`;
/** `S 33° 51.4'`, then `52°31'12.5"N` and `-33.8688°`. */
const WAYS = [`([NSEW])\\s*${SIZE}()`, `([NSEW])\\s*${BARE_MINUTES}()`, `()${SIZE}\\s*([NSEW]?)`];
const ALONE = WAYS.map((one) => new RegExp(`^\\s*${one}\\s*$`, 'i'));
const PAIR = WAYS.map((one) => new RegExp(`^[\\s([]*${one}\\s*[,;/]?\\s*${one}[\\s)\\]]*$`, 'i'));
const GROUPS = 6;
/** A degree is 111 km long: a tenth of a millimetre. */
const DIGITS = 9;

function degreesOf(parts: readonly (string | undefined)[]): Degrees | null {
  const [before = '', sign, whole, minutes = '0', seconds = '0', behind = ''] = parts;
  const side = (before || behind).toUpperCase();
  if ((side && sign) || Number(minutes) >= 60 || Number(seconds) >= 60) return null;
  const size = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  const isBelow = sign === '-' || side === 'S' || side === 'W';
  return { degrees: Number((isBelow ? -size : size).toFixed(DIGITS)), side };
}

function partsOf(text: string, patterns: readonly RegExp[]): readonly string[] | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found) return found.slice(1);
  }
  return null;
}

/** The half of a place that is written in degrees, minutes and seconds, as a number; null for another text. */
export function plainDegrees(text: string): number | null {
  const found = partsOf(text, ALONE);
  return found && (degreesOf(found)?.degrees ?? null);
}

const isLongitude = ({ side }: Degrees): boolean => side === 'E' || side === 'W';
const isLatitude = ({ side }: Degrees): boolean => side === 'N' || side === 'S';

/** A place that is written so, in the order in which it stands but where its letters tell which half is which; null for another text. */
export function plainPlace(text: string, order: 'lat,lon' | 'lon,lat' = 'lat,lon'): string | null {
  const found = partsOf(text, PAIR);
  const one = found && degreesOf(found.slice(0, GROUPS));
  const other = found && degreesOf(found.slice(GROUPS));
  if (!one || !other) return null;
  if ((isLatitude(one) && isLatitude(other)) || (isLongitude(one) && isLongitude(other))) return null;
  const isTurned = one.side || other.side ? isLongitude(one) || isLatitude(other) : order === 'lon,lat';
  const [lat, lon] = isTurned ? [other, one] : [one, other];
  return `${lat.degrees},${lon.degrees}`;
}
