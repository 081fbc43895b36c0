import type { FieldDefinition } from '../../index/definition.ts';
import { quoteValue, type ReadContext, type Rule } from './cell.ts';

/** Texts, keywords, binaries, lists and objects hold at most this many bytes (TPL-06). */
export const MAX_VALUE_BYTES = 4 * 1024 * 1024;

export const maxBytesOf = (field: FieldDefinition): number => field.maxBytes ?? MAX_VALUE_BYTES;

const sizeText = (bytes: number): string =>
  bytes % (1024 * 1024) === 0 ? `${bytes / (1024 * 1024)} MB` : `${bytes} bytes`;

/** False, after a refusal, when the text has more bytes than the field may hold. */
export function fits(text: string, field: FieldDefinition, { refuse }: ReadContext): boolean {
  const limit = maxBytesOf(field);
  if (text.length * 3 <= limit) return true;
  const bytes = Buffer.byteLength(text);
  if (bytes <= limit) return true;
  refuse('size', `${field.label}: a value of ${bytes} bytes is larger than ${sizeText(limit)}`, text);
  return false;
}

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : null;
};

export const readText: Rule = (value, field, context) => {
  const text = textOf(value);
  if (text === null) {
    context.refuse('type', `${field.label}: ${quoteValue(value)} is not a text`, value);
    return null;
  }
  if (!fits(text, field, context)) return null;
  if (text.includes('\u0000') || !text.isWellFormed()) {
    context.refuse(
      'type',
      `${field.label}: the text holds a character that cannot be stored (NUL or half of a pair)`,
      value,
    );
    return null;
  }
  if (field.allowedValues === undefined || field.allowedValues.includes(text)) return text;
  context.refuse('choice', `${field.label}: ${quoteValue(text)} is not one of ${choices(field.allowedValues)}`, value);
  return null;
};

const choices = (values: readonly string[]): string =>
  values.length <= 10 ? values.join(', ') : `${values.slice(0, 10).join(', ')} … (${values.length} choices)`;
