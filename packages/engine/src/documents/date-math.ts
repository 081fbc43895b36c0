import { dateFormat, readDate, zoneOf } from '@datasarana/query';
import { illegalArgument } from './refusal.ts';

const FORMAT = 'uuuu.MM.dd';

/**
 * A name such as `<logs-{now/d}>` or `<logs-{now/M{uuuu.MM|+07:00}}>` with its dates filled in; any other name as it is.
 * @throws PlatformError for a date that cannot be read
 */
export function dateMathName(name: string, now: number): string {
  if (!name.startsWith('<') || !name.endsWith('>')) return name;
  const found = name.slice(1, -1).replace(/\{([^{}]+)(?:\{([^{}]*)\})?\}/g, (_, math: string, given?: string) => {
    const [format = FORMAT, zoneName] = (given ?? FORMAT).split('|');
    const zone = zoneOf(zoneName);
    return dateFormat(format).write(readDate(math, name, { zone, now, roundUp: false }), zone);
  });
  if (/[{}]/.test(found)) throw illegalArgument(`invalid dynamic name expression [${name}]. braces do not match`);
  return found;
}
