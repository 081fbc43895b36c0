import type { SchemaItem } from '@datasarana/schema';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { ViewDefinition, ViewSearch } from '../../views/definition.ts';
import { checkSearch, NOTHING_UNKNOWN, type SearchCheck } from '../discover/search-check.ts';

interface CheckedView {
  /** The view as it can be drawn: while its search has a fault, what was searched before stays; null when nothing was. */
  readonly drawn: ViewDefinition | null;
  /** What to tell of the search; null while it is well, or still being typed. */
  readonly told: SearchCheck | null;
}

/** ms without a key before a search that is typed is called wrong. */
const TYPED = 700;

/** A view whose search is held against its template; `items` is undefined until the template is known. */
export function useCheckedView(view: ViewDefinition, items: readonly SchemaItem[] | undefined): CheckedView {
  const check = useMemo(() => {
    const found = checkSearch(view.search, items ?? []);
    return items ? found : { ...found, ...NOTHING_UNKNOWN };
  }, [view.search, items]);
  const [settled] = useDebouncedValue(check, TYPED);
  const [good, setGood] = useState<ViewSearch | null>(null);
  useEffect(() => {
    if (!check.fault) setGood(view.search);
  }, [check, view.search]);
  const drawn = check.fault ? good && { ...view, search: good } : view;
  return { drawn, told: isWorthTelling(check) && isWorthTelling(settled) ? check : null };
}

const isWorthTelling = ({ fault, unknown, lost, slips }: SearchCheck): boolean =>
  fault !== null || slips !== null || unknown.length + lost.length > 0;
