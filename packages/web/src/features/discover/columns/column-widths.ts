/** Px a column may be given by hand. */
export const BOUNDS = { least: 48, most: 1200 } as const;

export type ColumnWidths = Readonly<Record<string, number>>;

/** Widths of an address (`operator:200,damage:96`) that somebody else may have written: what is not one is dropped. */
export function readWidths(text: string | undefined): ColumnWidths {
  const parts = (text ?? '').split(',').map((part) => part.split(':'));
  return Object.fromEntries(
    parts.flatMap(([name, px]) => (name && Number(px) > 0 ? [[name, bounded(Number(px))]] : [])),
  );
}

/** The widths of the columns that are shown, as an address has them. */
export const writeWidths = (widths: ColumnWidths, shown: readonly string[]): string | undefined =>
  shown.flatMap((name) => (Object.hasOwn(widths, name) ? [`${name}:${widths[name]}`] : [])).join(',') || undefined;

const bounded = (px: number): number => Math.round(Math.min(BOUNDS.most, Math.max(BOUNDS.least, px)));
