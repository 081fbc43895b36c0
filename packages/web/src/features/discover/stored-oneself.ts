import type { QueryClient } from '@tanstack/react-query';
import { NEWS } from '../../views/live-rows.ts';
import type { OpenedDocument } from './opened-document.ts';

/** Under which an open document is kept. */
export const openedKey = (template: string, id: string) => [NEWS, template, 'open', id] as const;

/** What the reader stored of an open document is no news to them: it counts as first seen from now on. */
export function storedOneself(cache: QueryClient, template: string, id: string): Promise<void> {
  const queryKey = openedKey(template, id);
  cache.setQueryData<OpenedDocument>(queryKey, (known) => known && { ...known, first: undefined });
  return cache.invalidateQueries({ queryKey });
}
