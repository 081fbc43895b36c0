import { SourceText } from '@datasarana/engine';
import { rawNumber } from '@datasarana/schema';
import { filterPath } from './filter-path.ts';

/** JSON of an answer, with stored documents as the text they were stored as. */
export function printJson(body: unknown, pretty: boolean): string {
  const indent = pretty ? 2 : undefined;
  if (isPlain(body)) return JSON.stringify(body, undefined, indent);
  return pretty ? printMarked(body, indent) : printed(body);
}

/** What JSON has no way to write is left out, or null in a list. */
function printed(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof SourceText) return value.text;
  if (Array.isArray(value)) return `[${Array.from(value, (each) => printed(each) ?? 'null').join(',')}]`;
  if (Object.getPrototypeOf(value) !== Object.prototype) return printMarked(value);
  let text = '';
  for (const key of Object.keys(value)) {
    const member = printed(Reflect.get(value, key));
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${member}`;
  }
  return `{${text}}`;
}

/** Their places are marked while the rest is written, with a mark no document can hold. */
function printMarked(body: unknown, indent?: number): string {
  const texts: string[] = [];
  const mark = `@${Math.random().toString(36).slice(2)}${Date.now().toString(36)}:`;
  const write = (_key: string, value: unknown): unknown => {
    if (value instanceof SourceText) return `${mark}${texts.push(value.text) - 1}@`;
    return typeof value === 'bigint' ? rawNumber(String(value)) : value;
  };
  const written = JSON.stringify(body, write, indent);
  if (texts.length === 0) return written;
  return written.replace(new RegExp(`"${mark}(\\d+)@"`, 'g'), (_, index) => texts[Number(index)] ?? 'null');
}

/**
 * Whether nothing in it is written in a way of its own. To look takes less than to write an answer of thousands of buckets value by
 * value.
 */
function isPlain(value: unknown): boolean {
  if (typeof value === 'bigint') return false;
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof SourceText) return false;
  if (Array.isArray(value)) return value.every(isPlain);
  for (const key in value) if (!isPlain((value as Readonly<Record<string, unknown>>)[key])) return false;
  return true;
}

/** An answer with the parts `filter_path` names. */
export function shaped(body: unknown, filter: string | undefined): unknown {
  if (filter === undefined || filter === '') return body;
  return filterPath(parseDigits(printJson(body, false)), filter.split(','));
}

/** A number that JavaScript would give other digits is kept with its own. */
const withDigits = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
    ? rawNumber(context.source)
    : value;

const parseDigits = (text: string): unknown => (/\d{16}/.test(text) ? JSON.parse(text, withDigits) : JSON.parse(text));
