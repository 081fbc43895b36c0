import type { Aggregation } from './aggregation.ts';

/** The fields an aggregation takes its keys from, in their order. */
export function aggregationFields(aggregation: Aggregation): readonly string[] {
  const given: unknown = aggregation;
  const lists = ['sources', 'terms', 'fields'].map((name) => Reflect.get(Object(given), name));
  const list = lists.find(Array.isArray);
  if (Array.isArray(list)) return list.map(fieldIn);
  const field = Reflect.get(Object(given), 'field');
  return typeof field === 'string' ? [field] : [];
}

/** A source of a composite names its field itself, or in the histogram inside it. */
function fieldIn(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  const own = Reflect.get(Object(entry), 'field');
  if (typeof own === 'string') return own;
  const inner = Object.values(Object(entry)).find(
    (value) => typeof value === 'object' && value !== null && 'field' in value,
  );
  return String(Reflect.get(Object(inner), 'field') ?? '');
}
