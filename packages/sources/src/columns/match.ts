/** Lower-case snake_case of a column name (SRC-29), always a valid field name (TPL-28): at most 64 characters, a letter first. */
export function fieldNameOf(column: string): string {
  const plain = column
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const named = plain === '' ? 'column' : /^[a-z]/.test(plain) ? plain : `c_${plain}`;
  return named.slice(0, 64).replace(/_+$/, '');
}

/** What stands before the fields of a record in what search engines answer and what dumps them. */
const OF_HIT = /^_source\.(?=.)/;

/** The field a column is made into: of a record that a search found the field it was there. */
const ownFieldOf = (column: string): string => fieldNameOf(column.replace(OF_HIT, ''));

/** Upper-case with spaces (SRC-29). */
export const displayNameOf = (column: string): string => ownFieldOf(column).replaceAll('_', ' ').toUpperCase();

/** Field names for columns, unique among themselves: a second `a` becomes `a_2`. Those of a record that a search found come before what stands beside it. */
export function fieldNamesOf(columns: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const names = new Map<number, string>();
  const own = columns.flatMap((column, i) => (OF_HIT.test(column) ? [i] : []));
  for (const i of [...own, ...columns.keys()]) {
    if (names.has(i)) continue;
    const base = ownFieldOf(columns[i] ?? '');
    let name = base;
    for (let n = 2; taken.has(name); n++) name = `${base.slice(0, 60)}_${n}`;
    taken.add(name);
    names.set(i, name);
  }
  return columns.map((_, i) => names.get(i) ?? '');
}

/** A column of a file and the field it fills. */
export interface ColumnMatch {
  readonly column: string;
  /** Null when no field has that name, in its own or its snake_case form. */
  readonly field: string | null;
}

/** Matches columns to fields by name or by lower snake-case form (SRC-28); a field takes the first column that fits. */
export function matchColumns(columns: readonly string[], fields: readonly string[]): readonly ColumnMatch[] {
  const free = new Set(fields);
  const take = (field: string): string | null => (free.delete(field) ? field : null);
  const exact = columns.map((column) => take(column));
  const hits = columns.map((column, i) => exact[i] ?? (OF_HIT.test(column) ? take(column.replace(OF_HIT, '')) : null));
  return columns.map((column, i) => ({
    column,
    field: hits[i] ?? take(fieldNameOf(column)) ?? take(ownFieldOf(column)),
  }));
}
