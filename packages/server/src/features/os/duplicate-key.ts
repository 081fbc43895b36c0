const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/gs;

/** A key that stands twice in one object of a JSON text, or null; the text has been parsed before. */
export function duplicateKey(json: string): string | null {
  const around: (Set<string> | null)[] = [];
  let awaitsKey = false;
  for (const [token] of json.matchAll(TOKEN)) {
    const keys = around.at(-1) ?? null;
    if (token === '{') around.push(new Set());
    else if (token === '[') around.push(null);
    else if (token === '}' || token === ']') around.pop();
    else if (token !== ',' && awaitsKey && keys !== null) {
      const key = JSON.parse(token) as string;
      if (keys.has(key)) return key;
      keys.add(key);
    }
    awaitsKey = token === '{' || (token === ',' && keys !== null);
  }
  return null;
}
