import { useEffect } from 'react';
import { followed } from './followed.ts';

/** While a screen shows a batch its end is not told beside. */
export function useWatched(id: string | null): void {
  useEffect(() => (id === null ? undefined : followed.watch(id)), [id]);
}
