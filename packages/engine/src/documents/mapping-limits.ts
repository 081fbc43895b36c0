import type { FieldMapping, IndexMapping } from './mapping.ts';
import { illegalArgument } from './refusal.ts';

type Settings = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, FieldMapping>>;

/** Deepest object within objects whatever an index says: reading goes down by calling itself. */
export const MOST_DEPTH = 1000;

/** How deep objects may lie in an index (`index.mapping.depth.limit`), the document itself as the first of them. */
export const depthLimit = (settings: Settings | undefined): number =>
  Math.min(Number(settings?.['index.mapping.depth.limit'] ?? 20), MOST_DEPTH);

/** How many fields an index may have (`index.mapping.total_fields.limit`). */
export const fieldLimit = (settings: Settings | undefined): number =>
  Number(settings?.['index.mapping.total_fields.limit'] ?? 1000);

/** @throws PlatformError for a mapping beyond what the settings of its index allow */
export function refuseBeyondLimits({ properties }: IndexMapping, settings: Settings): void {
  const limit = (name: string, usual: number): number => Number(settings[`index.mapping.${name}.limit`] ?? usual);
  if (countOf(properties) > fieldLimit(settings)) throw tooManyFields(fieldLimit(settings));
  refuseDepth(properties, depthLimit(settings));
  refuseNames(properties, limit('field_name_length', Number.POSITIVE_INFINITY));
  refuseNested(properties, limit('nested_fields', 50));
}

/** How many fields, further readings of them too, are of a kind. */
const countOf = (fields: Fields = {}, isCounted = (_field: FieldMapping): boolean => true): number =>
  Object.values(fields).reduce(
    (sum, field) =>
      sum + Number(isCounted(field)) + countOf(field.properties, isCounted) + countOf(field.fields, isCounted),
    0,
  );

/** The refusal of a mapping with more fields than that. */
export const tooManyFields = (limit: number) => illegalArgument(`Limit of total fields [${limit}] has been exceeded`);

function refuseDepth(fields: Fields, limit: number, prefix = '', depth = 2): void {
  for (const [name, { properties }] of Object.entries(fields)) {
    if (properties === undefined) continue;
    if (depth > limit)
      throw illegalArgument(
        `Limit of mapping depth [${limit}] has been exceeded due to object field [${prefix}${name}]`,
      );
    refuseDepth(properties, limit, `${prefix}${name}.`, depth + 1);
  }
}

function refuseNames(fields: Fields, limit: number): void {
  for (const [name, field] of Object.entries(fields)) {
    if (name.length > limit)
      throw illegalArgument(`Field name [${name}] is longer than the limit of [${limit}] characters`);
    refuseNames(field.properties ?? field.fields ?? {}, limit);
  }
}

function refuseNested(fields: Fields, limit: number): void {
  if (countOf(fields, ({ type }) => type === 'nested') > limit)
    throw illegalArgument(`Limit of nested fields [${limit}] has been exceeded`);
}
