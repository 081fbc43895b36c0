import { brokenJson } from './refusals.ts';

/** So deep a body may be nested: what walks over it calls itself at every level. */
const DEEPEST = 1000;

/** A key that stands twice in one object of a JSON text, or null; the text has been parsed before. @throws PlatformError for one too deep */
export function duplicateKey(json: string): string | null {
  const marks = /["{}[\],]/g;
  const around: (Set<string> | null)[] = [];
  let awaitsKey = false;
  for (let found = marks.exec(json); found !== null; found = marks.exec(json)) {
    const [mark] = found;
    const keys = around.at(-1) ?? null;
    if (around.length > DEEPEST) throw brokenJson(`The body is nested deeper than ${DEEPEST} levels`);
    if (mark === '{') around.push(new Set());
    else if (mark === '[') around.push(null);
    else if (mark === '}' || mark === ']') around.pop();
    else if (mark === '"') {
      marks.lastIndex = endOfText(json, found.index);
      if (awaitsKey && keys !== null) {
        const key = JSON.parse(json.slice(found.index, marks.lastIndex)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
      }
    }
    awaitsKey = mark === '{' || (mark === ',' && keys !== null);
  }
  return null;
}

/** Where the text that begins there is over; not by a pattern, which runs out of stack in one of some megabytes. */
export function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}
