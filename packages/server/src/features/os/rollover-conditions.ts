import { didYouMean, readTimeValue } from '@datasarana/query';
import type { PlatformError } from '@datasarana/schema';
import { isObject } from './call.ts';
import { unparsed, unreadable } from './refusals.ts';

/** What an index is held against before another one takes over. */
interface IndexFigures {
  readonly max_docs: number;
  /** In bytes. */
  readonly max_size: number;
  /** In ms. */
  readonly max_age: number;
}

const SIZES = ['b', 'kb', 'mb', 'gb', 'tb', 'pb'];

function sizeFrom(text: string): number {
  if (text === '-1') return -1;
  const [, amount, unit = ''] = /^(\d+)([kmgtp]?b)$/.exec(text.toLowerCase()) ?? [];
  if (amount !== undefined) return Number(amount) * 1024 ** SIZES.indexOf(unit);
  throw unparsed(
    `failed to parse setting [max_size] with value [${text}] as a size in bytes: unit is missing or unrecognized`,
  );
}

/** What is wrong with a condition is the cause of what is wrong with the body. */
function unreadableCondition(reason: string, why?: string): PlatformError {
  const type = 'x_content_parse_exception';
  const because = why === undefined ? {} : { caused_by: { type: 'illegal_argument_exception', reason: why } };
  return unreadable('[rollover] failed to parse field [conditions]', {
    root_cause: [{ type, reason }],
    caused_by: { type, reason, ...because },
  });
}

function countFrom(text: string): number {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Math.trunc(Number(text));
  throw unreadableCondition('[conditions] failed to parse field [max_docs]', `For input string: "${text}"`);
}

const READ: Readonly<Record<keyof IndexFigures, (limit: string) => number>> = {
  max_docs: countFrom,
  max_size: sizeFrom,
  max_age: (limit) => readTimeValue(limit, 'max_age'),
};

const isCondition = (name: string): name is keyof IndexFigures => Object.hasOwn(READ, name);

/** Which of the conditions of a rollover an index meets, each as it is told. @throws PlatformError for one that cannot be read */
export function metConditions(given: unknown, figures: IndexFigures): Readonly<Record<string, boolean>> {
  const met = Object.entries(isObject(given) ? given : {}).map(([name, limit]) => {
    if (!isCondition(name))
      throw unreadableCondition(`[conditions] unknown field [${name}]${didYouMean(name, Object.keys(READ))}`);
    return [`[${name}: ${limit}]`, figures[name] >= READ[name](String(limit))] as const;
  });
  return Object.fromEntries(met);
}
