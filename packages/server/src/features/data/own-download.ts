import type { FieldDefinition } from '@datasarana/engine';
import type { Transform } from '@datasarana/sources';
import { type ColumnChoice, fillablePaths } from './column-plan.ts';

/** A first column of record ids is how the platform's own downloads begin. */
export const isOwnDownload = (header: readonly string[]): boolean => header[0] === '_id';

/**
 * Takes the columns of flattened points (`at.lat`, `at.lon`) back for the one field they were (API-32): each pair no column
 * was chosen for fills its point.
 */
export function withPointPairs(
  header: readonly string[],
  fields: readonly FieldDefinition[],
  choice: ColumnChoice,
): ColumnChoice {
  const columns: Record<string, string | null> = { ...choice.columns };
  const transforms: Record<string, readonly Transform[]> = { ...choice.transforms };
  for (const [path, { type, list }] of fillablePaths(fields)) {
    const [lat, lon] = [`${path}.lat`, `${path}.lon`];
    const free = [lat, lon].every((name) => header.includes(name) && !Object.hasOwn(choice.columns, name));
    if (type !== 'geo_point' || list === true || !free || header.includes(path)) continue;
    columns[lat] = path;
    columns[lon] = null;
    transforms[lat] = [{ kind: 'point', lat, lon }];
  }
  return { ...choice, columns, transforms };
}
