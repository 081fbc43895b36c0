import type { Endpoint } from '@datasarana/schema';

/** Calls that hold every word of `text` in their method, path, name or summary. */
export function endpointsNamed(text: string, all: readonly Endpoint[]): readonly Endpoint[] {
  const wanted = text.trim().toLowerCase();
  if (wanted.length < 2) return [];
  const words = wanted.split(/\s+/);
  return all.filter(({ id, method, path, summary }) => {
    const told = `${method} /api${path} ${id} ${summary}`.toLowerCase();
    return words.every((word) => told.includes(word));
  });
}

/** Where a call is described: its operation among those of its module in the platform's API documentation. */
export const documentationOf = (api: string, { id, module }: Endpoint): string =>
  `${api}/docs/#/${encodeURIComponent(module)}/${encodeURIComponent(id)}`;
