import { ValueType } from '@datasarana/schema';
import type { TemplateItem } from './template.ts';

/**
 * What is wrong with the fields that others of a list wait for (SCH-21), by the position of who waits: a field that would never be asked
 * for is a mistake.
 */
export function dependencyFaults(items: readonly TemplateItem[]): ReadonlyMap<number, string> {
  const byName = new Map(items.map((item) => [item.name, item]));
  const faults = new Map<number, string>();
  for (const [position, item] of items.entries()) {
    const { dependency } = item;
    if (!dependency) continue;
    const other = byName.get(dependency);
    if (other === undefined) faults.set(position, `dependency '${dependency}' is not the name of a field beside it`);
    else if (other.value_type === ValueType.Header)
      faults.set(position, `dependency '${dependency}' is a heading and holds no data`);
    else if (waitsFor(item, byName)) faults.set(position, `dependency '${dependency}' waits for this field`);
  }
  return faults;
}

function waitsFor(item: TemplateItem, byName: ReadonlyMap<string, TemplateItem>): boolean {
  let other: TemplateItem | undefined = item;
  for (let steps = byName.size; steps > 0 && other?.dependency; steps--) {
    other = byName.get(other.dependency);
    if (other === item) return true;
  }
  return false;
}
