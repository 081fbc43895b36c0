import { readTimeValue } from '@datasarana/query';
import type { PlatformError } from '@datasarana/schema';
import { CHANGEABLE } from './changeable-settings.ts';
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

/** What a setting of words knows, and what is said of another one. */
const WORDS: Readonly<Record<string, readonly [known: readonly string[], refused: (text: string) => string]>> = {
  'cluster.routing.allocation.enable': [
    ['all', 'primaries', 'new_primaries', 'none'],
    (text) => `Illegal allocation.enable value [${text.toUpperCase()}]`,
  ],
  'cluster.routing.rebalance.enable': [
    ['all', 'primaries', 'replicas', 'none'],
    (text) => `Illegal rebalance.enable value [${text.toUpperCase()}]`,
  ],
  'cluster.routing.allocation.allow_rebalance': [
    ['always', 'indices_primaries_active', 'indices_all_active'],
    (text) => `Illegal value for [cluster.routing.allocation.allow_rebalance]: ${text}`,
  ],
  'cluster.persistent_tasks.allocation.enable': [
    ['all', 'none'],
    (text) => `Illegal value [${text.toUpperCase()}] for [cluster.persistent_tasks.allocation.enable]`,
  ],
  'search_backpressure.mode': [
    ['disabled', 'monitor_only', 'enforced'],
    (text) => `Invalid SearchBackpressureMode: ${text}`,
  ],
  'search.concurrent_segment_search.mode': [
    ['all', 'none', 'auto'],
    () => 'Setting value must be one of [all, none, auto]',
  ],
};

const wordOf: Read = ({ name, text }) => {
  const [known, refused] = WORDS[name] ?? [];
  if (known !== undefined && !known.includes(text.toLowerCase())) throw illegal(refused?.(text) ?? name);
  return 0;
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
