import { rawNumber } from '@datasarana/schema';

/** A number kept with all its digits: what `JSON.parse` alone would round. */
interface Source {
  readonly source?: string;
}

/** Long numbers, and those too large for any number of JavaScript. */
const FAR_NUMBER = /\d{16}|[eE]\+?\d{3}/;
function exactly(_key: string, value: unknown, context?: Source): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !context?.source) return value;
  return !Number.isFinite(value) || /^-?\d+$/.test(context.source) ? rawNumber(context.source) : value;
}

/** Deeper than this nothing is written or walked without running out of stack. */
const DEEPEST = 256;

/** @throws RangeError for JSON that is nested too deep */
export function refuseDeep(text: string): void {
  if (text.length <= 2 * DEEPEST) return;
  let [depth, inText] = [0, false];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inText) {
      if (c === BACKSLASH) i++;
      else if (c === QUOTE) inText = false;
    } else if (c === QUOTE) inText = true;
    else if (c === OPEN_LIST || c === OPEN_OBJECT) depth++;
    else if (c === CLOSE_LIST || c === CLOSE_OBJECT) depth--;
    if (depth > DEEPEST) throw new RangeError(`it is nested deeper than ${DEEPEST} levels`);
  }
}
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Parses JSON; whole numbers beyond 2^53, and what is larger than any number, keep their digits when they are written again. */
export function parseExact(text: string): unknown {
  refuseDeep(text);
  return FAR_NUMBER.test(text) ? (JSON.parse(text, exactly) as unknown) : (JSON.parse(text) as unknown);
}

/** A text, which is left as it is, or what programs write for a number that is none; JSON has no word for it. */
const TEXT_OR_NO_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;

/** The same of a file: `NaN` and infinities, as Python writes them, become texts, so that their cells say so and not their rows. */
export function parseWritten(text: string, parse: (text: string) => unknown = parseExact): unknown {
  try {
    return parse(text);
  } catch (cause) {
    const quoted = text.replace(TEXT_OR_NO_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`));
    if (quoted === text) throw cause;
    return parse(quoted);
  }
}
