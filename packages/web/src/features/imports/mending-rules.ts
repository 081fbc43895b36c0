import type { RejectCause } from '@datasarana/client';
import {
  type Cell,
  DATE_FORMATS,
  detectDateFormat,
  readNumber,
  type Transform,
  withMinusInFront,
} from '@datasarana/sources';

/** A rule a person can choose: what it is called, what it asks for, what it does. */
export interface RuleChoice {
  readonly key: string;
  readonly label: string;
  /** Settings asked for, with their labels. */
  readonly asks: readonly string[];
  readonly make: (given: readonly string[]) => readonly Transform[];
}

const date = (format: string): RuleChoice => ({
  key: `date ${format}`,
  label: `Read dates as ${format}`,
  asks: [],
  make: () => [{ kind: 'date', from: format }],
});

/** A number with its sign and thousands, and nothing beside it that makes it another one: `(5)`, `5-`, `.5`, `5-7` and `1.2.3` stay. */
const ONE_NUMBER =
  '^(?:[.,]*[^0-9+.,(-])*([+-]?(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+)(?:[.][0-9]+)?)(?:[^0-9.,-][^0-9-]*)?$';

export const RULES: readonly RuleChoice[] = [
  {
    key: 'comma',
    label: 'Decimal comma: 1.234,5 is 1234.5',
    asks: [],
    make: () => [{ kind: 'number', decimal: ',', group: '.' }],
  },
  {
    key: 'point',
    label: 'Thousands comma: 1,234.5 is 1234.5',
    asks: [],
    make: () => [{ kind: 'number', decimal: '.', group: ',' }],
  },
  {
    key: 'minus',
    label: 'Brackets are minus: (12.5) is -12.5',
    asks: [],
    make: () => [{ kind: 'number', decimal: '.', group: ',' }],
  },
  {
    key: 'digits',
    label: 'Keep only the number: 12 km is 12',
    asks: [],
    make: () => [{ kind: 'replace', find: ONE_NUMBER, by: '$1', regexp: true }],
  },
  ...DATE_FORMATS.filter((format) => format !== 'iso').map(date),
  { key: 'empty', label: 'Leave the value empty', asks: [], make: () => [{ kind: 'static', value: '' }] },
  { key: 'static', label: 'Set every value to', asks: ['Value'], make: ([value = '']) => [{ kind: 'static', value }] },
  {
    key: 'replace',
    label: 'Replace text',
    asks: ['Find', 'Replace by'],
    make: ([find = '', by = '']) => [{ kind: 'replace', find, by }],
  },
  { key: 'trim', label: 'Trim spaces', asks: [], make: () => [{ kind: 'trim' }] },
  { key: 'upper', label: 'Capital letters', asks: [], make: () => [{ kind: 'upper' }] },
  { key: 'lower', label: 'Small letters', asks: [], make: () => [{ kind: 'lower' }] },
];

/** A number behind a sign of a currency or some words, or before them; `A12` is a code. */
const BESIDE_WORDS = /^(?:\D{0,12}\s|[^0-9A-Za-z]{0,3})[+-]?\d[\d.,]*\s*\D{0,12}$/;

const filled = (cells: readonly Cell[]): readonly string[] =>
  cells.filter((cell): cell is string => cell !== null && cell.trim() !== '');

const isNumber = (text: string): boolean => Number.isFinite(Number(text)) || readNumber(text) !== null;

/** The rule that reads the most of the refused values; null when none does. */
export function suggestRule({ rule }: Pick<RejectCause, 'rule'>, cells: readonly Cell[]): string | null {
  const values = filled(cells);
  if (values.length === 0) return null;
  if (rule === 'date') return suggestDate(values);
  if (values.some((value) => value !== value.trim()) && values.every((value) => isNumber(value.trim()))) return 'trim';
  const signed = values.map(withMinusInFront);
  if (most(signed, (value) => /^[+-]?\d{1,3}(\.\d{3})*(,\d+)$|^[+-]?\d+,\d+$/.test(value))) return 'comma';
  if (most(values, (value) => /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(value))) return 'point';
  if (most(signed, (value) => !values.includes(value) && readNumber(value) !== null)) return 'minus';
  if (most(values, (value) => !isNumber(value) && BESIDE_WORDS.test(value) && new RegExp(ONE_NUMBER).test(value)))
    return 'digits';
  return null;
}

function suggestDate(values: readonly string[]): string | null {
  const whole = detectDateFormat(values);
  if (whole) return `date ${whole.format}`;
  const counted = values.map((value) => detectDateFormat([value])?.format).filter((format) => format !== undefined);
  const best = [...Map.groupBy(counted, (format) => format)].sort((a, b) => b[1].length - a[1].length)[0];
  return best ? `date ${best[0]}` : null;
}

const most = (values: readonly string[], fits: (value: string) => boolean): boolean =>
  values.filter(fits).length * 2 > values.length;
