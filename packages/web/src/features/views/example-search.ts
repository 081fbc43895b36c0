import { ValueType } from '@datasarana/schema';
import { type DesignField, isNumber } from './designer-fields.ts';

/** A record of the template, as its source tells it; null when it has none yet. */
export type SampleRecord = Readonly<Record<string, unknown>> | null;

const isKeyword = ({ value_type }: DesignField): boolean => value_type === ValueType.Keyword;

/** Fields an example may name: what stands in groups within each other is left to those who know them. */
export const exampleFields = (fields: readonly DesignField[]): readonly string[] =>
  fields.filter((field) => !field.name.includes('.') && (isKeyword(field) || isNumber(field))).map(({ name }) => name);

/**
 * Search text as an example, of the template's own fields and of values that one of its records has: a word field and a number
 * field where there are both. Without a record only the form is shown, as `field:*`; empty when no field can be named.
 */
export function exampleSearch(fields: readonly DesignField[], record: SampleRecord): string {
  const named = new Set(exampleFields(fields));
  const known = fields.filter((field) => named.has(field.name));
  const parts = [wordPart(known.filter(isKeyword), record), numberPart(known.filter(isNumber), record)];
  return parts.filter((part) => part !== null).join(' AND ');
}

/** Characters of a value that still leave room for the rest of the example. */
const SHORT = 24;

function wordPart(fields: readonly DesignField[], record: SampleRecord): string | null {
  const [first] = fields;
  if (!first) return null;
  for (const { name } of fields) {
    const value = record?.[name];
    if (typeof value === 'string' && value !== '' && value.length <= SHORT) return `${name}:${quoted(value)}`;
  }
  return `${first.name}:*`;
}

function numberPart(fields: readonly DesignField[], record: SampleRecord): string | null {
  const [first] = fields;
  if (!first) return null;
  for (const { name } of fields) {
    const value = record?.[name];
    if (typeof value === 'number' && value !== 0) return `${name}:>=${below(value)}`;
  }
  return `${first.name}:>=0`;
}

const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}_.]*$/u;
const OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT']);

/** A value as it stands in a search text: in quotes where it is more than a word. */
export const quoted = (value: string): string =>
  PLAIN.test(value) && !OPERATORS.has(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

/** The next number below with at most two digits that are not zero, so that the record it is of matches. */
function below(value: number): number {
  const digit = 10 ** Math.floor(Math.log10(Math.abs(value)) - 1);
  return Number((Math.floor(value / digit) * digit).toPrecision(2));
}
