import { SearchTextFault } from './fault.ts';

export type SearchToken = { readonly at: number } & SearchTokenBody;

type SearchTokenBody =
  | { readonly kind: 'and' | 'or' | 'not' | 'plus' | 'minus' | 'open' | 'close' | 'colon' | 'star' }
  | { readonly kind: 'word'; readonly raw: string }
  | { readonly kind: 'bare'; readonly sign: string }
  | { readonly kind: 'pattern'; readonly raw: string }
  | { readonly kind: 'phrase'; readonly raw: string }
  | { readonly kind: 'regexp'; readonly expression: string }
  | { readonly kind: 'boost'; readonly boost: number }
  | { readonly kind: 'near'; readonly amount?: number }
  | {
      readonly kind: 'range';
      readonly lower: string;
      readonly upper: string;
      readonly lowerIncluded: boolean;
      readonly upperIncluded: boolean;
    };

/** Token kinds by their one-character text. */
const SIGNS = { '+': 'plus', '-': 'minus', '!': 'not', '(': 'open', ')': 'close', ':': 'colon' } as const;

const SPACE = /[\s\u3000]+/y;
const PHRASE = /"((?:[^"\\]|\\[\s\S])*)"/y;
const RANGE = /([[{])\s*("(?:[^"\\]|\\[\s\S])*"|[^\s\]}]+)\s+TO\s+("(?:[^"\\]|\\[\s\S])*"|[^\s\]}]+)\s*([\]}])/y;
const BOOST = /\^(\d+(?:\.\d+)?)/y;
const NEAR = /~((?:[^\s\u3000!():^[\]"{}~*?\\/]|\\[\s\S])*)/y;
/** As Java reads a number. */
const AMOUNT = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)[df]?$/i;
const REGEXP = /\/((?:[^\\/]|\\[\s\S])*)\//y;
const WORD = /(?:[^\s\u3000+\-!():^[\]"{}~*?\\/]|\\[\s\S]|[*?])(?:[^\s\u3000!():^[\]"{}~*?\\/]|\\[\s\S]|[*?])*/y;
const OPERATOR = /&&|\|\|/y;
/** A sign with a space behind it belongs to no clause: it is a word of its own. */
const BARE = /[-+!](?=[ \t\n\r\u3000])/y;
const HAS_WILDCARD = /(?:^|[^\\])(?:\\\\)*[*?]/;

/** Characters of a search. */
const LONGEST = 100_000;

/** Cuts search text into the tokens of Lucene's classic grammar. */
export function tokenise(text: string, path: string): readonly SearchToken[] {
  if (text.length > LONGEST) throw tooLong(text, path);
  const tokens: SearchToken[] = [];
  let at = 0;
  while (at < text.length) {
    const space = match(SPACE, text, at);
    if (space !== null) at += space[0].length;
    if (at >= text.length) break;
    const [token, length] = nextToken(text, at, path);
    const numberless = numberlessIn(token, text.slice(at, at + length));
    if (numberless !== null) throw refusal(text, at + numberless, path);
    tokens.push(token);
    at += length;
  }
  return tokens;
}

function nextToken(text: string, at: number, path: string): readonly [SearchToken, number] {
  const operator = match(OPERATOR, text, at);
  if (operator) return [{ kind: operator[0] === '&&' ? 'and' : 'or', at }, 2];
  const bare = match(BARE, text, at);
  if (bare) return [{ kind: 'bare', sign: bare[0], at }, 1];
  const character = text.charAt(at);
  if (Object.hasOwn(SIGNS, character)) return [{ kind: SIGNS[character as keyof typeof SIGNS], at }, 1];
  const phrase = match(PHRASE, text, at);
  if (phrase) return [{ kind: 'phrase', raw: phrase[1] ?? '', at }, phrase[0].length];
  const range = match(RANGE, text, at);
  if (range) return [rangeToken(range, at), range[0].length];
  const boost = match(BOOST, text, at);
  if (boost) return [{ kind: 'boost', boost: Number(boost[1]), at }, boost[0].length];
  const near = match(NEAR, text, at);
  if (near) return [nearToken(near[1] ?? '', at), near[0].length];
  const regexp = match(REGEXP, text, at);
  if (regexp) return [{ kind: 'regexp', expression: (regexp[1] ?? '').replaceAll('\\/', '/'), at }, regexp[0].length];
  const word = match(WORD, text, at);
  if (word) return [wordToken(word[0], at), word[0].length];
  throw refusal(text, at, path);
}

function nearToken(written: string, at: number): SearchToken {
  if (written === '') return { kind: 'near', at };
  // not the zero with a sign
  return { kind: 'near', amount: Math.trunc(Number(AMOUNT.exec(written)?.[1] ?? Number.NaN)) + 0, at };
}

function wordToken(raw: string, at: number): SearchToken {
  if (raw === '*') return { kind: 'star', at };
  if (raw === 'AND' || raw === 'OR' || raw === 'NOT') return { kind: keyword(raw), at };
  return HAS_WILDCARD.test(raw) ? { kind: 'pattern', raw: patternOf(raw), at } : { kind: 'word', raw, at };
}

function keyword(raw: 'AND' | 'OR' | 'NOT'): 'and' | 'or' | 'not' {
  if (raw === 'AND') return 'and';
  return raw === 'OR' ? 'or' : 'not';
}

function rangeToken(range: RegExpExecArray, at: number): SearchToken {
  const [, open, lower = '', upper = '', close] = range;
  return {
    kind: 'range',
    at,
    lower: endOf(lower),
    upper: endOf(upper),
    lowerIncluded: open === '[',
    upperIncluded: close === ']',
  };
}

/** `"2020-01-01"` → its text; `*` stays, as the open end. */
function endOf(raw: string): string {
  return unescaped(raw.startsWith('"') ? raw.slice(1, -1) : raw);
}

/** A sign behind its `\`, or one by its number (`\u00e9`). */
const ESCAPED = /\\(?:u([\da-fA-F]{4})|([\s\S]))/g;

/** Takes `\` escapes out. */
export function unescaped(raw: string): string {
  return raw.replace(ESCAPED, (_, number: string | undefined, sign: string) =>
    number === undefined ? sign : signOf(number),
  );
}

const signOf = (number: string): string => String.fromCharCode(Number.parseInt(number, 16));

/** A pattern keeps its escapes, but for those of signs by their numbers. */
const patternOf = (raw: string): string =>
  raw.replace(ESCAPED, (escaped, number: string | undefined) =>
    number === undefined ? escaped : `\\${signOf(number)}`,
  );

/** Where in a token a `\u` stands before no number; null where none does. Expressions and patterns have escapes of their own. */
function numberlessIn({ kind }: SearchToken, raw: string): number | null {
  if (kind === 'regexp' || kind === 'pattern' || !raw.includes('\\u')) return null;
  return raw.matchAll(ESCAPED).find(([, , sign]) => sign === 'u')?.index ?? null;
}

function tooLong(whole: string, path: string): SearchTextFault {
  const problem = `the text has ${whole.length} characters, more than the ${LONGEST} that are read`;
  const text = `${whole.slice(0, 100)}…`;
  return new SearchTextFault(`${path}: ${problem}`, { text, at: LONGEST, problem, remedy: 'Search for less at once.' });
}

function refusal(text: string, at: number, path: string): SearchTextFault {
  const rest = text.slice(at, at + 20);
  const told = (problem: string, remedy: string) =>
    new SearchTextFault(`${path}: character ${at + 1}, at [${rest}]: ${problem}`, { text, at, problem, remedy });
  if (rest.startsWith('/'))
    return told('a slash starts a regular expression, which has no end', 'Write \\/ for a slash.');
  if (rest.startsWith('"')) return told('the quotation mark is not closed', 'Add the closing ".');
  if (rest.startsWith('[') || rest.startsWith('{'))
    return told(
      'the range is not complete',
      `Write it as [1 TO 5], or \\${rest.charAt(0)} to search for that character.`,
    );
  if (rest === '\\') return told('the backslash stands before nothing', 'Write \\\\ to search for a backslash.');
  if (rest.startsWith('\\u'))
    return told(
      '\\u stands before no number of four hexadecimal digits',
      'Write \\\\u to search for a backslash and u.',
    );
  const [found = ''] = rest;
  return told(`${found} is out of place`, `Write \\ before ${found} to search for that character.`);
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
