import type { Transform } from './transform.ts';

/** A name in the text of a template: `{{name}}`. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/;

/** Columns of the row whose values a function takes, beside the cell it is given. */
export function columnsReadBy(transform: Transform): readonly string[] {
  if (transform.kind === 'join') return transform.columns;
  if (transform.kind === 'point') return [transform.lat ?? [], transform.lon ?? []].flat();
  if (transform.kind !== 'template') return [];
  return transform.text.split(PLACEHOLDER).flatMap((part, i) => (i % 2 === 0 ? [] : [part.trim()]));
}
