import { isFields } from './fields.ts';
import { areAlike, MEMBERS } from './keyed-rows.ts';
import { isUsual, parsed, type RowsPlace, scanned } from './usual-lists.ts';

const LISTS_LOOKED_AT = 20;

/** The path of all lists of a document that holds nothing else, where they are alike: objects by the day or the place that is the name of their list; null for another one. */
export function listsAlike(head: Uint8Array, { lists, fields }: Pick<RowsPlace, 'lists' | 'fields'>): string | null {
  const known = new Set(lists);
  const others = fields.filter((path) => !known.has(path));
  if (lists.length < 2 || others.length > LISTS_LOOKED_AT || fields.some((path) => path.includes('.') || isUsual(path)))
    return null;
  if (others.some((path) => !scanned(head, path).found)) return null;
  const looked = lists.slice(0, LISTS_LOOKED_AT);
  const firsts = looked.flatMap((path) => scanned(head, path).elements.slice(0, 1).map(parsed));
  const [first] = firsts;
  if (!firsts.every(isFields) || !isFields(first)) return null;
  const inAll = Object.keys(first).some((name) => firsts.every((each) => Object.hasOwn(each, name)));
  return inAll && areAlike(firsts) ? MEMBERS : null;
}
