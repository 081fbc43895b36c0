import { parseBoolean } from '@datasarana/sources';
import { quoteValue, type Rule } from './cell.ts';

export const readBoolean: Rule = (value, field, { refuse }) => {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'number' || typeof value === 'string' ? parseBoolean(String(value)) : null;
  if (word === null) refuse('type', `${field.label}: ${quoteValue(value)} is not yes or no`, value);
  return word;
};
