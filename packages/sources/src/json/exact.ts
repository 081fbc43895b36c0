import { isRawNumber, rawNumber } from '@datasarana/schema';

/** A number kept with all its digits: what `JSON.parse` alone would round. */
interface Source {
  readonly source?: string;
}

/** Long numbers, and those too large for any number of JavaScript. */
const FAR_NUMBER = /\d[\d.]{15}|[eE]\+?\d{3}/;
const WHOLE = /^-?\d+$/;
/** Significant digits that a double surely gives back. */
const SURE_DIGITS = 15;

function exactly(key: string, value: unknown, context?: Source): unknown {
  // places are compared and drawn as doubles
  if (key === 'coordinates' && Array.isArray(value)) return asDoubles(value);
  if (typeof value !== 'number' || !context?.source) return value;
  const { source } = context;
  const isExact = WHOLE.test(source)
    ? Number.isSafeInteger(value)
    : Number.isFinite(value) && !losesDigits(source, value);
  return isExact ? value : rawNumber(source);
}

const losesDigits = (source: string, value: number): boolean =>
  significantDigits(source) > SURE_DIGITS && String(value) !== source;

const significantDigits = (source: string): number => source.replace(/[eE].*|[-.]/g, '').replace(/^0+|0+$/g, '').length;

const asDoubles = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asDoubles);
  return isRawNumber(value) ? Number(JSON.stringify(value)) : value;
};

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

/** Parses JSON; numbers of more digits than a double has keep them when they are written again, but for coordinates of GeoJSON. */
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
