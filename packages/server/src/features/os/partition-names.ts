/** A partition of a template's index by its name, and the time it is of: epoch ms, without the end. */
export interface Span {
  readonly name: string;
  readonly gte: number;
  readonly lt: number;
}

/** Setting → what stands behind the id of the template. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  Year: /^(\d{4})$/,
  Month: /^(\d{4})-(\d\d)$/,
  Day: /^(\d{4})-(\d\d)-(\d\d)$/,
};

/** `{id}_2026`, `{id}_2026-03`, `{id}_2026-03-31`, as the template is parted (IDX-08); null for any other name. */
export function partitionNamed(name: string, id: string, setting: string): Span | null {
  if (!name.startsWith(`${id}_`)) return null;
  const date = name.slice(id.length + 1);
  const found = Object.hasOwn(WRITTEN, setting) ? WRITTEN[setting]?.exec(date) : null;
  if (!found) return null;
  const [year = 0, month = 1, day = 1] = found.slice(1).map(Number);
  const gte = Date.UTC(year, month - 1, day);
  if (!new Date(gte).toISOString().startsWith(date)) return null;
  const lt =
    setting === 'Year'
      ? Date.UTC(year + 1, 0)
      : setting === 'Month'
        ? Date.UTC(year, month)
        : Date.UTC(year, month - 1, day + 1);
  return { name, gte, lt };
}
