import { type BarSearch, faultOfText, namedParts } from '@datasarana/query';

/** Names of the fields that a search is about: those of its text, of its filters and of its time. */
export const askedFields = ({ text, filters, time }: BarSearch): readonly string[] => [
  ...new Set([
    ...(text.trim() === '' || faultOfText(text) ? [] : namedParts(text).map(({ field }) => field)),
    ...filters.flatMap(({ field, disabled }) => (disabled ? [] : field)),
    ...(time ? [time.field] : []),
  ]),
];

/** The columns with those asked about right behind the first, where a small window shows few. */
export const askedNear = ([first, ...others]: readonly string[], asked: readonly string[]): readonly string[] => [
  ...new Set([...(first === undefined ? [] : [first]), ...others.filter((name) => asked.includes(name)), ...others]),
];
