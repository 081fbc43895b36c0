import { fieldFaults, fieldNameFault, newFieldName, type SchemaItem, ValueType } from '@datasarana/schema';
import { fieldNameOf } from '@datasarana/sources';

/** A field while it is edited: `uid` stays the same through renames and moves. */
export interface DraftField extends Omit<SchemaItem, 'items'> {
  readonly uid: string;
  readonly items: readonly DraftField[];
}

/** Fields of one level that hold further fields (TPL-29). */
export const holdsFields = (field: Pick<SchemaItem, 'value_type'>): boolean =>
  field.value_type === ValueType.Object || field.value_type === ValueType.Nested;

let last = 0;
const uid = (): string => `f${++last}`;

/** Own fields of a template as a draft, in order; system fields are the platform's (TPL-10). */
export const draftOf = (items: readonly SchemaItem[]): readonly DraftField[] =>
  items
    .filter((item) => !item.system)
    .toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
    .map((item) => ({ ...item, uid: uid(), items: draftOf(item.items ?? []) }));

/** The same fields with the uids that fields of their names had before, so that what was chosen stays chosen. */
export const withUidsOf = (fields: readonly DraftField[], before: readonly DraftField[]): readonly DraftField[] =>
  fields.map((field) => {
    const known = before.find(({ name }) => name === field.name);
    return known ? { ...field, uid: known.uid, items: withUidsOf(field.items, known.items) } : field;
  });

/** The draft as it is sent: numbered 1…n, without what the editor added. */
export const itemsOf = (fields: readonly DraftField[]): readonly Omit<SchemaItem, never>[] =>
  fields.map(({ uid: _, items, ...field }, i) => ({ ...field, sequence: i + 1, items: itemsOf(items) }));

/** A new field: Keyword, `new_field`, `new_field_1` … (TPL-05). */
export function newField(siblings: readonly DraftField[]): DraftField {
  const name = newFieldName(siblings.map((field) => field.name));
  const blank = { display_name: null, description: null, default_value: null, relationship: null, dependency: null };
  return {
    uid: uid(),
    id: '',
    name,
    value_type: ValueType.Keyword,
    mandatory: false,
    can_search: true,
    items: [],
    ...blank,
  };
}

export function findField(fields: readonly DraftField[], wanted: string): DraftField | undefined {
  for (const field of fields) {
    const found = field.uid === wanted ? field : findField(field.items, wanted);
    if (found) return found;
  }
  return undefined;
}

/** Applies a change to the list that holds a field, wherever it is nested. */
function inList(
  fields: readonly DraftField[],
  wanted: string,
  change: (list: readonly DraftField[], at: number) => readonly DraftField[],
): readonly DraftField[] {
  const at = fields.findIndex((field) => field.uid === wanted);
  if (at >= 0) return change(fields, at);
  return fields.map((field) =>
    field.items.length > 0 ? { ...field, items: inList(field.items, wanted, change) } : field,
  );
}

/** Fields that wait for one beside them go on doing so when it has another name, and for nothing when it is gone. */
const waitingFor = (list: readonly DraftField[], before: string, name: string | null): readonly DraftField[] =>
  before === name ? list : list.map((field) => (field.dependency === before ? { ...field, dependency: name } : field));

export const changeField = (
  fields: readonly DraftField[],
  wanted: string,
  change: Partial<DraftField>,
): readonly DraftField[] =>
  inList(fields, wanted, (list, at) => {
    const before = list[at]?.name ?? '';
    const changed = list.map((field, i) => (i === at ? { ...field, ...change } : field));
    return waitingFor(changed, before, change.name ?? before);
  });

/**
 * Gives a field a label. The key of one that is not stored yet follows it until it is written by hand: once it is deployed it stays
 * what it is, and nobody wants to search in `new_field`.
 */
export const labelField = (
  fields: readonly DraftField[],
  wanted: string,
  label: string,
  isStored: boolean,
): readonly DraftField[] =>
  inList(fields, wanted, (list, at) => {
    const field = list[at];
    if (!field) return list;
    const others = list.filter((other) => other !== field).map(({ name }) => name);
    const keyOf = (words: string | null | undefined): string =>
      newFieldName(others, (words && fieldNameOf(words)) || undefined);
    const follows = !isStored && field.name === keyOf(field.display_name);
    const change = { display_name: label || null, ...(follows && { name: keyOf(label) }) };
    return changeField(list, wanted, change);
  });

export const removeField = (fields: readonly DraftField[], wanted: string): readonly DraftField[] =>
  inList(fields, wanted, (list, at) =>
    waitingFor(
      list.filter((_, i) => i !== at),
      list[at]?.name ?? '',
      null,
    ),
  );

/** Fields beside one that it may wait for (SCH-21): those that do not wait for it themselves. */
export function waitableFor(fields: readonly DraftField[], wanted: string): readonly DraftField[] {
  let found: readonly DraftField[] = [];
  inList(fields, wanted, (list, at) => {
    const own = list[at]?.name ?? '';
    const byName = new Map(list.map((field) => [field.name, field]));
    const waits = (field: DraftField | undefined, left: number): boolean =>
      field !== undefined && left > 0 && (field.name === own || waits(byName.get(field.dependency ?? ''), left - 1));
    found = list.filter((field) => field.value_type !== ValueType.Header && !waits(field, list.length));
    return list;
  });
  return found;
}

export function duplicateField(fields: readonly DraftField[], wanted: string): readonly DraftField[] {
  return inList(fields, wanted, (list, at) => {
    const source = list[at];
    if (!source) return list;
    const taken = new Set(list.map((field) => field.name));
    let name = `${source.name}_copy`;
    for (let n = 2; taken.has(name); n++) name = `${source.name}_copy_${n}`;
    const { data_id: _, ...rest } = source;
    return list.toSpliced(at + 1, 0, { ...rest, id: '', uid: uid(), name, items: draftOf(source.items) });
  });
}

/** Moves a field up or down among its siblings. */
export const moveField = (fields: readonly DraftField[], wanted: string, by: number): readonly DraftField[] =>
  inList(fields, wanted, (list, at) => {
    const field = list[at];
    const to = Math.max(0, Math.min(list.length - 1, at + by));
    return field ? list.toSpliced(at, 1).toSpliced(to, 0, field) : list;
  });

/** Puts one field before another of the same list, as a drag does. */
export function placeField(fields: readonly DraftField[], moved: string, before: string): readonly DraftField[] {
  return inList(fields, moved, (list, at) => {
    const to = list.findIndex((field) => field.uid === before);
    const field = list[at];
    if (to < 0 || !field) return list;
    return list.toSpliced(at, 1).toSpliced(to, 0, field);
  });
}

/** Adds a field at the end, or inside an Object or Nested one. */
export function addField(
  fields: readonly DraftField[],
  parent: string | null,
): { readonly fields: readonly DraftField[]; readonly added: string } {
  if (parent === null) {
    const field = newField(fields);
    return { fields: [...fields, field], added: field.uid };
  }
  const field = newField(findField(fields, parent)?.items ?? []);
  const items = [...(findField(fields, parent)?.items ?? []), field];
  return { fields: changeField(fields, parent, { items }), added: field.uid };
}

/** uid → why the field cannot be saved (TPL-28, TPL-30, TPL-31, TPL-39). */
export function faultsOf(fields: readonly DraftField[], nested = false): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  const names = fields.map((field) => field.name);
  for (const [i, field] of fields.entries()) {
    const fault = faultOf(field, names.indexOf(field.name) !== i, nested);
    if (fault) faults.set(field.uid, fault);
    for (const [inner, text] of faultsOf(field.items, true)) faults.set(inner, text);
  }
  return faults;
}

function faultOf(field: DraftField, twice: boolean, nested: boolean): string | null {
  const wrong = fieldNameFault(field.name) ?? Object.values(fieldFaults(field, nested))[0];
  if (wrong !== undefined) return wrong;
  if (twice) return `There is another field "${field.name}" here`;
  if (holdsFields(field) && field.items.length === 0) return 'It needs at least one field inside';
  return null;
}
