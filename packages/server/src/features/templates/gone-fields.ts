import type { Template, TemplateItem } from './template.ts';

/** Every field by its dotted path; what stands inside one comes behind it. */
export const byPath = (items: readonly TemplateItem[], above = ''): readonly (readonly [string, TemplateItem])[] =>
  items.flatMap((item) => [[above + item.name, item] as const, ...byPath(item.items, `${above}${item.name}.`)]);

/**
 * Fields that were deployed once and are no more, as they were last, with their paths for names: their values are still in the index,
 * the stream and the files of old batches.
 * @param deployed deployed versions of one template, oldest first
 */
export function goneFields(deployed: readonly Template[]): readonly TemplateItem[] {
  const gone = new Map(deployed.flatMap(({ items }) => byPath(items)));
  for (const [path] of byPath(deployed.at(-1)?.items ?? [])) gone.delete(path);
  return [...gone].map(([name, item]) => ({ ...item, name, items: [] }));
}
