import { checkBinary } from '@datasarana/schema';
import type { Rule } from './cell.ts';
import { readText } from './text.ts';

/** Bytes as base64, as forms and OpenSearch take them. */
export const readBinary: Rule = (value, field, context) => {
  const text = readText(value, field, context);
  if (typeof text !== 'string') return text;
  const fault = checkBinary(text);
  if (fault === null) return text;
  context.refuse('type', `${field.label}: ${fault}`, value);
  return null;
};
