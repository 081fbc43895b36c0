/**
 * Tells whether texts fit a pattern in which `*` stands for any characters. What is looked for is found from left to right once, so that
 * no pattern takes more time than its length times that of the text; an expression made of it would try all ways there are.
 */
export function wildcard(pattern: string): (text: string) => boolean {
  const parts = pattern.split('*');
  const [first = '', ...between] = parts;
  const last = between.pop();
  if (last === undefined) return (text) => text === pattern;
  return (text) => {
    const end = text.length - last.length;
    if (first.length > end || !text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const part of between) {
      const found = text.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}
