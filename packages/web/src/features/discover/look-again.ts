import type { QueryClient } from '@tanstack/react-query';

/** The rows and what is drawn of a template are asked for again: some were written here. */
export function lookAgain(cache: QueryClient, template: string): void {
  for (const queryKey of [['discover'], ['view', template], ['map', template]])
    void cache.invalidateQueries({ queryKey });
}
