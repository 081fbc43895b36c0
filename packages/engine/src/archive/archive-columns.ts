import type { FieldColumn, IndexLayout } from '../index/layout.ts';
import { isRangeType } from '../index/range-types.ts';
import { identifier, literal } from './quoting.ts';

/** A column as other programs see it: by the field's path instead of the engine's own short name. */
export interface ArchiveColumn {
  readonly name: string;
  /** Column of the documents table. */
  readonly column: string;
  /** The value as it is archived, from the engine's column `of`. */
  readonly give: (of: string) => string;
  /** The engine's value, from the archived one. */
  readonly take: (of: string) => string;
}

const asIs = (of: string): string => of;

function ends(column: FieldColumn): readonly string[] {
  if (column.columns.length < 2) return [column.path];
  if (column.type === 'date') return [column.path, `${column.path}.nanos`];
  const parts =
    column.type === 'geo_point' ? ['lat', 'lon'] : isRangeType(column.type) ? ['gte', 'lte'] : ['key', 'entry'];
  return parts.map((part) => `${column.path}.${part}`);
}

/** Members of nested fields that stand in the STRUCT themselves, not inside another nested field of it. */
function membersOf(column: FieldColumn): readonly FieldColumn[] {
  const inner = new Set(column.members.flatMap((member) => member.members));
  return column.members.filter((member) => !inner.has(member) && member.columns.length > 0);
}

function nested(column: FieldColumn, depth: number): Pick<ArchiveColumn, 'give' | 'take'> {
  const variable = `e${depth}`;
  const members = membersOf(column).flatMap((member) => archived(member, depth + 1));
  const struct = (pairs: readonly string[]): string => `{${pairs.join(', ')}}`;
  const giving = struct(
    members.map(({ name, column: inner, give }) => `${literal(name)}: ${give(`${variable}.${inner}`)}`),
  );
  const taking = struct(
    members.map(({ name, column: inner, take }) => `${literal(inner)}: ${take(`${variable}.${identifier(name)}`)}`),
  );
  return {
    give: (of) => `list_transform(${of}, lambda ${variable}: ${giving})`,
    take: (of) => `list_transform(${of}, lambda ${variable}: ${taking})`,
  };
}

function archived(column: FieldColumn, depth: number): readonly ArchiveColumn[] {
  const names = ends(column);
  const through = column.type === 'nested' ? nested(column, depth) : { give: asIs, take: asIs };
  return column.columns.map((own, i) => ({ name: names[i] ?? own, column: own, ...through }));
}

/** Columns of the fields and system fields of an index, in order. */
export const archiveColumns = (layout: IndexLayout): readonly ArchiveColumn[] =>
  [...layout.system, ...layout.own].flatMap((column) => archived(column, 0));
