import type { FieldType } from '../index/definition.ts';
import type { FieldColumn, IndexLayout } from '../index/layout.ts';
import { mappedField } from './mapped-field.ts';
import { name, type Sql, sql, text } from './sql.ts';

/** The nested fields around a member, the outermost first. */
const around = ({ fields }: IndexLayout, member: FieldColumn): readonly FieldColumn[] =>
  [...new Set(fields.values().filter(({ type, members }) => type === 'nested' && members.includes(member)))].toSorted(
    (a, b) => a.path.length - b.path.length,
  );

const INCLUDING = ['include_in_root', 'include_in_parent'] as const;

const says = (layout: IndexLayout, { path }: FieldColumn, parameter: (typeof INCLUDING)[number]): boolean =>
  String(mappedField(layout, path)?.parameters[parameter]) === 'true';

/** Whether what stands in the innermost of these is among the values of the document, too. */
function isIncluded(layout: IndexLayout, nests: readonly FieldColumn[]): boolean {
  for (const nest of nests.toReversed()) {
    if (says(layout, nest, 'include_in_root')) return true;
    if (!says(layout, nest, 'include_in_parent')) return false;
  }
  return nests.length > 0;
}

/** Where the values of such a member are read from. */
interface Included {
  readonly path: string;
  readonly type: FieldType;
  readonly list: true;
  readonly columns: readonly Sql[];
  readonly postings: null;
  readonly field: FieldColumn;
}

const each = (objects: Sql, member: string): Sql =>
  sql`list_transform(${objects}, lambda x: struct_extract(x, ${text(member)}))`;

/**
 * A member of nested objects that its mapping includes in the document (`include_in_parent`, `include_in_root`), with the values of all
 * of them; null for any other.
 */
export function includedMember(layout: IndexLayout, member: FieldColumn): Included | null {
  const nests = around(layout, member);
  const [outer, ...inner] = nests.flatMap(({ columns }) => columns[0] ?? []);
  if (outer === undefined || member.type === 'nested' || !isIncluded(layout, nests)) return null;
  const objects = inner.reduce((all, column) => sql`flatten(${each(all, column)})`, name(outer));
  const valuesOf = (column: string): Sql =>
    member.list
      ? sql`flatten(${each(objects, column)})`
      : sql`list_filter(${each(objects, column)}, lambda x: x IS NOT NULL)`;
  const { path, type, columns } = member;
  return { path, type, list: true, columns: columns.map(valuesOf), postings: null, field: member };
}

/** The nested field a text stands in that is included in the document: its words are looked for object by object. */
export function nestOfIncluded(layout: IndexLayout, path: string): string | null {
  const member = layout.fields.get(path);
  if (member?.type !== 'text' || includedMember(layout, member) === null) return null;
  return around(layout, member).at(-1)?.path ?? null;
}

/** All such members. */
export function includedMembers(layout: IndexLayout): readonly FieldColumn[] {
  const nests = [...layout.fields.values()].filter(({ type }) => type === 'nested');
  const isAny = nests.some((nest) => INCLUDING.some((parameter) => says(layout, nest, parameter)));
  if (!isAny) return [];
  return [...new Set(nests.flatMap(({ members }) => members))].filter(
    (member) => member.columns.length > 0 && includedMember(layout, member) !== null,
  );
}
