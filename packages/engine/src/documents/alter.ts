import { columnTypes, type FieldColumn, type IndexLayout } from '../index/layout.ts';
import { postingsDdl } from '../index/tables.ts';

/** Statements that bring the table of stored documents from one layout to a wider one: new fields, fields with lists. */
export function alterTables(before: IndexLayout, after: IndexLayout): readonly string[] {
  return after.own.flatMap((column) => {
    const old = before.fields.get(column.path);
    if (old === undefined) return added(after, column);
    const types = new Map(columnTypes(old));
    return columnTypes(column)
      .filter(([name, type]) => types.get(name) !== type)
      .flatMap(([name, type]) => {
        if (types.has(name)) {
          return `ALTER TABLE ${after.docs} ALTER COLUMN ${name} SET DATA TYPE ${type} USING ${widened(old, column, name)}`;
        }
        const filled = `UPDATE ${after.docs} SET ${name} = ${nanosOf(column, column.columns[0] ?? name)}`;
        return [`ALTER TABLE ${after.docs} ADD COLUMN ${name} ${type}`, filled];
      });
  });
}

const added = (layout: IndexLayout, column: FieldColumn): readonly string[] => [
  ...columnTypes(column).map(([name, type]) => `ALTER TABLE ${layout.docs} ADD COLUMN ${name} ${type}`),
  ...(column.postings === null ? [] : postingsDdl(column.postings)),
];

/** Nanoseconds of dates that were kept without: indexes made before these had a column of their own. */
const nanosOf = ({ list }: FieldColumn, millis: string): string =>
  list ? `list_transform(${millis}, lambda m: m * 1000000)` : `${millis} * 1000000`;

const toList = (value: string): string => `CASE WHEN ${value} IS NULL THEN [] ELSE [${value}] END`;

/** The old value of a column as one of its new type. */
function widened(old: FieldColumn, column: FieldColumn, value: string): string {
  if (column.type === 'nested')
    return `list_transform(${value}, lambda x${depthOf(column)}: ${widenedStruct(old, column)})`;
  return column.list && !old.list ? toList(value) : value;
}

/** Lambdas within each other need names of their own. */
const depthOf = (column: FieldColumn): number => column.path.split('.').length;

const direct = (column: FieldColumn): readonly FieldColumn[] => {
  const inner = new Set(column.members.flatMap((member) => member.members));
  return column.members.filter((member) => !inner.has(member));
};

function widenedStruct(old: FieldColumn, column: FieldColumn): string {
  const known = new Map(direct(old).map((member) => [member.path, member]));
  const entry = `x${depthOf(column)}`;
  const members = direct(column).flatMap((member) => {
    const before = known.get(member.path);
    const types = new Map(before && columnTypes(before));
    return columnTypes(member).map(([name, type]) => {
      const value =
        before === undefined
          ? 'NULL'
          : types.has(name)
            ? widened(before, member, `${entry}['${name}']`)
            : nanosOf(member, widened(before, member, `${entry}['${member.columns[0]}']`));
      return `${name} := (${value})::${type}`;
    });
  });
  return `struct_pack(${members.join(', ')})`;
}
