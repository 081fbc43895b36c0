/** Where a reader of YAML text stands: inside brackets, inside quotes. */
interface Standing {
  depth: number;
  quote: string;
}

const opensQuote = (before: string, depth: number): boolean => depth > 0 || /(^|[\s\-:,[{])$/.test(before);
const opensFlow = (before: string, depth: number): boolean => depth > 0 || /(^|[:-]\s+)$|^\s*$/.test(before);

/** Takes one character in; true when the rest of the line is a comment. */
function readChar(char: string, before: string, standing: Standing): boolean {
  if (char === '#' && (before === '' || /\s$/.test(before))) return true;
  if ((char === '"' || char === "'") && opensQuote(before, standing.depth)) standing.quote = char;
  else if ((char === '{' || char === '[') && opensFlow(before, standing.depth)) standing.depth++;
  else if ((char === '}' || char === ']') && standing.depth > 0) standing.depth--;
  return false;
}

function readLine(line: string, standing: Standing): void {
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i);
    if (standing.quote === '') {
      if (readChar(char, line.slice(0, i), standing)) return;
    } else if (char === '\\' && standing.quote === '"') i++;
    else if (char === standing.quote) standing.quote = '';
  }
}

/**
 * SnakeYAML, which OpenSearch's own runner reads with, lets flow collections and quoted text hang left of their key; strict
 * readers do not. Pushes such lines to the right and leaves everything else alone.
 */
export function loosen(text: string): string {
  const standing: Standing = { depth: 0, quote: '' };
  let block = -1;
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S/);
      if (block >= 0 && standing.quote === '' && standing.depth === 0) {
        if (indent < 0 || indent > block) return line;
        block = -1;
      }
      const inside = (standing.depth > 0 || standing.quote !== '') && indent >= 0;
      readLine(line, standing);
      if (standing.depth === 0 && standing.quote === '' && /(:|-)\s+[|>][+-]?\d?\s*$/.test(line)) block = indent;
      return inside ? ' '.repeat(60) + line : line;
    })
    .join('\n');
}
