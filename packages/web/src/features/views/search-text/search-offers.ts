import { ValueType } from '@datasarana/schema';
import { isCalled } from '../../../records/value-kind.ts';
import type { ViewSearch } from '../../../views/definition.ts';
import { type DesignField, groupable, isDate, isNumber } from '../designer-fields.ts';
import { quoted } from '../example-search.ts';
import type { SearchPlace } from './search-place.ts';

/** A field that may be meant; `template` is the one whose values are offered, where that is another than is searched. */
export interface OfferedField extends DesignField {
  readonly template?: string;
}

/** Whose fields and values are offered. */
export interface SearchedTemplate {
  readonly template: string;
  readonly fields: readonly OfferedField[];
  /** What narrows the records whose values are offered, beside the text. */
  readonly search: Omit<ViewSearch, 'text'>;
}

/** What may be meant by what is typed. */
export interface SearchOffer {
  /** What takes the place of what is typed. */
  readonly text: string;
  readonly label: string;
  /** What it says, or is called. */
  readonly note: string;
  /** The field it names. */
  readonly field?: DesignField;
}

/** A value of a field, and in how many records it is. */
export interface CountedValue {
  readonly value: string;
  readonly count: string;
}

/** Offers at a time: more are not read, but typed on. */
export const OFFERS = 8;

/** An offer that is called as it is written. @param behind what is written behind it */
const written = (label: string, note: string, behind = ' '): SearchOffer => ({ text: label + behind, label, note });

const JOINS = [written('AND', 'both'), written('OR', 'one of the two'), written('NOT', 'without what follows')];
const COMPARISONS = [
  written('>=', 'at least', ''),
  written('<=', 'at most', ''),
  written('>', 'more than', ''),
  written('<', 'less than', ''),
];
const TIMES = [
  written('>=now-24h', 'the last 24 hours'),
  written('>=now-7d', 'the last 7 days'),
  written('>=now-30d', 'the last 30 days'),
  written('>=now-1y', 'the last year'),
  written('<now-1y', 'more than a year ago'),
];
const ANSWERS = [written('true', 'yes'), written('false', 'no')];
const ANY = written('*', 'has a value');

const begins = (typed: string) => {
  const small = typed.toLowerCase();
  return ({ label }: SearchOffer): boolean => label.toLowerCase().startsWith(small);
};

/** Fields that values can be typed of: those of objects under Nested are not found by their name. */
export const searchable = (fields: readonly OfferedField[]): readonly OfferedField[] =>
  fields.filter(({ nested }) => nested === undefined);

/** Fields by what is typed of them, those that begin so first, and how the condition before is joined. */
export function wordOffers({ typed, isBehind }: SearchPlace, fields: readonly DesignField[]): readonly SearchOffer[] {
  const joins = isBehind ? JOINS.filter(begins(typed)) : [];
  const called = searchable(fields)
    .filter(({ name, label }) => isCalled(typed, name, label))
    .map((field) => fieldOffer(field));
  const isFirst = begins(typed);
  const ordered = [...called.filter(isFirst), ...called.filter((offer) => !isFirst(offer))];
  return [...joins, ...ordered].slice(0, OFFERS);
}

const fieldOffer = (field: DesignField): SearchOffer => ({
  text: `${field.name.replaceAll(/[\s():"\\]/g, String.raw`\$&`)}:`,
  label: field.name,
  note: field.label === field.name ? '' : field.label,
  field,
});

/** Whether the platform is asked for values of a field that begin as what is typed. */
export const hasValues = (field: DesignField): boolean =>
  groupable(field) && !isDate(field) && !isNumber(field) && field.value_type !== ValueType.Boolean;

/** A line of text takes no line ends, so that such a value could not be searched for. */
const isOneLine = ({ value }: CountedValue): boolean => !/[\r\n]/.test(value);

/** What can be said of a field; `values` are those the platform has that begin as what is typed. */
export function valueOffers(
  { typed }: SearchPlace,
  field: DesignField,
  values: readonly CountedValue[],
): readonly SearchOffer[] {
  const known = values
    .filter(isOneLine)
    .map(({ value, count }) => ({ text: `${quoted(value)} `, label: value, note: count }));
  const fixed = [...fixedOffers(field), ANY].filter(begins(typed));
  return [...known.slice(0, OFFERS - 1), ...fixed];
}

function fixedOffers(field: DesignField): readonly SearchOffer[] {
  if (isDate(field)) return TIMES;
  if (isNumber(field)) return COMPARISONS;
  return field.value_type === ValueType.Boolean ? ANSWERS : [];
}

/** A pattern of Lucene for values that begin as what is typed, in small letters or capitals; null for all. */
export function beginningWith(typed: string): string | null {
  if (typed === '') return null;
  const signs = [...typed].map((sign) => {
    const cases = [...new Set([sign, sign.toLowerCase(), sign.toUpperCase()])].filter((each) => [...each].length === 1);
    if (cases.length > 1) return `[${cases.join('')}]`;
    return /[\p{L}\p{N}\s]/u.test(sign) ? sign : `\\${sign}`;
  });
  return `${signs.join('')}.*`;
}

/** A text in which an offer has taken the place of what was typed, and where the caret stands then. */
export function taken(text: string, { from, to }: SearchPlace, offer: SearchOffer): { text: string; caret: number } {
  const behind = text.slice(to);
  // a space that is there already is not written twice
  const own = behind.startsWith(' ') ? offer.text.trimEnd() : offer.text;
  const isSpaced = own !== offer.text;
  return { text: text.slice(0, from) + own + behind, caret: from + own.length + (isSpaced ? 1 : 0) };
}
