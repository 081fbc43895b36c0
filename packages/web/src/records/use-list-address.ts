import type { Sort } from '../design/table-props.ts';
import { useAddress } from '../navigation.tsx';

/**
 * Keyword and order of a list that is sorted in the browser. They live in the address: the way back leads to the list as it was
 * left. Latest change first unless chosen otherwise; columns of `words` begin with A, others with the largest.
 */
export function useListAddress(words: readonly string[]) {
  const [{ q: keyword = '', sort: field = 'ts_modified', order = '' }, setAddress] = useAddress();
  const first = words.includes(field) ? 'asc' : 'desc';
  const sort: Sort = { field, order: order === 'asc' || order === 'desc' ? order : first };
  return {
    keyword,
    setKeyword: (q: string) => setAddress({ q }),
    sort,
    setSort: (next: Sort) => setAddress({ sort: next.field, order: next.order }),
  };
}
