/** PascalCase name that Avro and Protocol Buffers both take as a type name. */
export function typeName(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `Template${joined}`;
}

/** A type name for each of a parent's fields; fields that would share one (`y`, `y_`) are told apart by a number. */
export function typeNames(fields: readonly { readonly name: string }[], suffix = ''): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { name } of fields) {
    const wanted = typeName(name);
    let free = wanted + suffix;
    for (let again = 2; taken.has(free); again++) free = `${wanted}_${again}${suffix}`;
    taken.add(free);
    names.set(name, free);
  }
  return names;
}
