import { readTimeValue } from '@datasarana/query';
import type { PlatformError } from '@datasarana/schema';
import { CHANGEABLE } from './changeable-settings.ts';
import { WORDS } from './cluster-setting-words.ts';
import { illegal } from './refusals.ts';

/** A value of a setting as it came. */
interface Given {
  readonly name: string;
  readonly text: string;
}

type Read = (given: Given) => number;

const noNumber = ({ name, text }: Given): PlatformError =>
  illegal(`Failed to parse value [${text}] for setting [${name}]`, {
    caused_by: { type: 'number_format_exception', reason: `For input string: "${text}"` },
  });

const INTEGER = 2 ** 31;

const wholeWithin =
  (end: number): Read =>
  (given) => {
    const number = Number(given.text);
    if (!/^[+-]?\d+$/.test(given.text) || number >= end || number < -end) throw noNumber(given);
    return number;
  };

const realOf: Read = (given) => {
  const number = Number(given.text);
  if (given.text.trim() === '' || !Number.isFinite(number)) throw noNumber(given);
  return number;
};

const rateOf: Read = (given) => {
  const rate = realOf(given);
  if (rate <= 0) throw illegal(`${given.name} must be > 0`);
  return rate;
};

const ratioOf: Read = (given) => {
  const ratio = rateOf(given);
  if (ratio > 1) throw illegal(`${given.name} must be <= 1.0`);
  return ratio;
};

const UNITS = 'bkmgtp';

const bytesOf: Read = ({ name, text }) => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(b|[kmgtp]b?)$/i.exec(text) ?? [];
  if (text === '-1' || text === '0') return Number(text);
  if (amount === undefined)
    throw illegal(
      `failed to parse setting [${name}] with value [${text}] as a size in bytes: unit is missing or unrecognized`,
    );
  if (amount.includes('.'))
    throw illegal(
      `Failed to parse bytes value [${text}]. Fractional bytes values have been deprecated since Legacy 6.2. Use non-fractional bytes values instead: found for setting [${name}]`,
    );
  return Number(amount) * 1024 ** UNITS.indexOf(unit.charAt(0).toLowerCase());
};

/** Bytes, or so many hundredths of what there is. */
const shareOf: Read = (given) =>
  /^\d{1,3}(?:\.\d+)?%$/.test(given.text) ? Number.parseFloat(given.text) : bytesOf(given);

/** The same, or as a ratio. */
const watermarkOf: Read = (given) => (/^(?:0?\.\d+|1\.0+)$/.test(given.text) ? Number(given.text) : shareOf(given));

const flagOf: Read = ({ text }) => {
  if (text === 'true' || text === 'false') return Number(text === 'true');
  throw illegal(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
};

const wordOf: Read = ({ name, text }) => {
  const words = WORDS[name];
  const given = words?.isExact ? text : text.toLowerCase();
  if (words !== undefined && !words.known.includes(given)) throw illegal(words.refused(text));
  return 0;
};

/** A part of a whole: `0.5` or `50%`. */
const partOf: Read = ({ text }) => {
  const number = /^\d+(?:\.\d+)?%$/.test(text) ? Number.parseFloat(text) / 100 : Number(text);
  if (text.trim() !== '' && number >= 0 && number <= 1) return number;
  throw illegal('Self-suppression not permitted', {
    caused_by: { type: 'parse_exception', reason: `Invalid ratio or percentage [${text}]` },
  });
};

/** So many in a time: `75/5m`, or `use-context`. */
const frequencyOf: Read = ({ name, text }) => {
  if (text === 'use-context') return 0;
  const slash = text.indexOf('/');
  const [many, time] = [text.slice(0, slash), text.slice(slash + 1)];
  if (slash < 0 || many === '' || time === '')
    throw illegal(`parameter must contain a positive integer and a timevalue, i.e. 10/1m, but was [${text}]`);
  if (!/^[+-]?\d+$/.test(many)) throw illegal(`could not parse [${many}] as integer in value [${text}]`);
  if (Number(many) < 0) throw illegal(`rate [${many}] must be positive`);
  if (readTimeValue(time, name) <= 0) throw illegal(`time value [${time}] must be positive`);
  return Number(many);
};

const READ: Readonly<Record<string, Read>> = {
  boolean: flagOf,
  integer: wholeWithin(INTEGER),
  long: wholeWithin(2 ** 63),
  real: realOf,
  rate: rateOf,
  ratio: ratioOf,
  time: ({ name, text }) => readTimeValue(text, name),
  bytes: bytesOf,
  share: shareOf,
  watermark: watermarkOf,
  part: partOf,
  frequency: frequencyOf,
  text: wordOf,
};

const isQuantity = (kind: string): boolean => kind === 'time' || kind === 'bytes';

function beyond({ name, text }: Given, kind: string, bound: string): PlatformError {
  return illegal(
    isQuantity(kind)
      ? `failed to parse value [${text}] for setting [${name}], must be ${bound.replace(/\S+$/, '[$&]')}`
      : `Failed to parse value [${text}] for setting [${name}] must be ${bound}`,
  );
}

/** @throws PlatformError for a value that a setting of the cluster cannot have; of settings nobody knows any is one */
export function refuseValue(name: string, text: string): void {
  const [kind = '', ...bounds] = (CHANGEABLE.get(name) ?? '').split(/ (?=[<>]=)/);
  const read = READ[kind];
  if (read === undefined) return;
  const given = { name, text };
  const value = read(given);
  for (const bound of bounds) {
    const [sign = '', end = ''] = bound.split(' ');
    const at = read({ name, text: end });
    if (sign === '>=' ? value < at : value > at) throw beyond(given, kind, bound);
  }
}
