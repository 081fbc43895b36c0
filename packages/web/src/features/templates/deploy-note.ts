import type { SchemaItem } from '@datasarana/schema';
import { type Difference, differences } from './differences.ts';

/** What a deploy does to the fields of the version that is deployed now, in sentences; `removes` when values go out of sight. */
export function deployNote(deployed: readonly SchemaItem[], next: readonly SchemaItem[]) {
  const found = differences(deployed, next);
  const [added, changed, removed] = (['added', 'changed', 'removed'] as const).map((kind) => pathsOf(found, kind));
  const said = [
    added && `New: ${added}.`,
    changed && `Changed: ${changed}.`,
    removed && `Removed: ${removed}. Values that records have there are neither shown nor found any more.`,
  ].filter(Boolean);
  return { text: said.length > 0 ? said.join(' ') : 'No field differs.', removes: removed !== '' };
}

const pathsOf = (found: readonly Difference[], kind: Difference['kind']): string =>
  [...new Set(found.filter((each) => each.kind === kind).map(({ path }) => path))].join(', ');
