/** What is light on the dark desk, as ink; colours of the data stay. */
const INK: Readonly<Record<string, string>> = {
  '#D2D2D2': '#333333',
  '#F4F4F4': '#111111',
  '#464646': '#DDDDDD',
  '#6B6B6B': '#777777',
  '#363636': '#FFFFFF',
};

/** Figures hold no colours, and there may be many; letters within a cell are told apart from its colour. */
const STAYS: ReadonlySet<string> = new Set(['data', 'textContent']);

/** A drawing with letters and lines for white paper; what draws itself is followed into what it draws. */
export function onPaper(part: unknown): unknown {
  if (typeof part === 'string') return INK[part] ?? part;
  if (typeof part === 'function') return (...told: readonly unknown[]) => onPaper(part(...told));
  if (Array.isArray(part)) return part.map(onPaper);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, STAYS.has(name) ? value : onPaper(value)]),
  );
}
