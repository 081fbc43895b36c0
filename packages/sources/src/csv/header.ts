/**
 * Column names of a header row: trimmed, an empty one becomes `column_<position>`, a repeated one gets `_2`, `_3` … so
 * that every column can be addressed.
 */
export function columnNames(header: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return header.map((cell, index) => {
    const base = cell.trim() || `column_${index + 1}`;
    let name = base;
    for (let n = 2; taken.has(name); n++) name = `${base}_${n}`;
    taken.add(name);
    return name;
  });
}
