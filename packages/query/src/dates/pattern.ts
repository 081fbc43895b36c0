import { malformed } from '@datasarana/schema';
import { fieldOf } from './letters.ts';

type Token =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'letters'; readonly letters: string }
  /** Begin and end of a part that a text may leave out. */
  | { readonly kind: 'open' | 'close' };

const RESERVED = new Set(['{', '}', '#']);

/** Takes a Java date pattern apart. */
export function tokensOf(given: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const [part] of given.matchAll(/''|'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']/g)) {
    if (part.startsWith("'"))
      tokens.push({ kind: 'literal', text: part === "''" ? "'" : part.slice(1, -1).replaceAll("''", "'") });
    else if (/^[A-Za-z]/.test(part)) tokens.push({ kind: 'letters', letters: part });
    else if (part === '[') tokens.push({ kind: 'open' });
    else if (part === ']') tokens.push({ kind: 'close' });
    else if (RESERVED.has(part))
      throw malformed(
        `Invalid format: [${given}]: Pattern includes reserved character: '${part}'`,
        `Write '${part}' between quotation marks.`,
      );
    else tokens.push({ kind: 'literal', text: part });
  }
  refuseUnclear(tokens, given);
  return closed(tokens, given);
}

/** Parts that may be left out: each more doubles what is to be tried. */
const MOST_OPTIONAL = 6;

/** Parts that are not closed end with the pattern. @throws PlatformError for an end without a beginning, and for too many of them */
function closed(tokens: readonly Token[], given: string): readonly Token[] {
  let open = 0;
  for (const { kind } of tokens) {
    if (kind === 'open') open++;
    if (kind === 'close') open--;
    if (open < 0)
      throw malformed(
        `Invalid format: [${given}]: Pattern invalid as it contains ] without previous [`,
        'Write [ before what may be left out.',
      );
  }
  if (tokens.filter(({ kind }) => kind === 'open').length > MOST_OPTIONAL)
    throw malformed(
      `Invalid format: [${given}]: more than ${MOST_OPTIONAL} parts that may be left out`,
      'Give several formats with || between them.',
    );
  return [...tokens, ...Array.from({ length: open }, (): Token => ({ kind: 'close' }))];
}

/** Numbers of any length beside each other, which can be told apart in many ways: each more multiplies what is to be tried. */
const MOST_UNCLEAR = 4;

/** @throws PlatformError for letters that stand for nothing, and for too many numbers beside each other of which none has a length of its own */
function refuseUnclear(tokens: readonly Token[], given: string): void {
  let unclear = 0;
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
    // what may be left out parts nothing
    if (token.kind === 'literal' && depth === 0 && /\D/.test(token.text)) unclear = 0;
    if (token.kind !== 'letters') continue;
    const { match } = fieldOf(token.letters, given);
    if (/\\d(?:\+|\{\d+,)/.test(match) || (depth > 0 && unclear > 0 && match.includes('\\d'))) unclear++;
    if (unclear > MOST_UNCLEAR)
      throw malformed(
        `Invalid format: [${given}]: more than ${MOST_UNCLEAR} numbers of any length beside each other`,
        'Write as many letters as a number has digits, such as yyyyMMdd.',
      );
  }
}
