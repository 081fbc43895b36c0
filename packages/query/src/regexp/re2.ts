import { LAST_CODE_POINT, type Regexp } from './syntax.ts';

/** RE2 takes no larger count of repetitions, nor more of them within each other. */
const MAX_REPEAT = 1000;

/** The same expression as RE2 (DuckDB's `regexp_full_match`) reads it; null when RE2 cannot say it. */
export function re2Of(regexp: Regexp): string | null {
  return repetitions(regexp) > MAX_REPEAT ? null : written(regexp);
}

/** Product of the counts on the deepest way, which RE2 limits. */
function repetitions(regexp: Regexp): number {
  switch (regexp.kind) {
    case 'repeat':
      return Math.max(regexp.least, regexp.most ?? 0, 1) * repetitions(regexp.of);
    case 'complement':
      return repetitions(regexp.of);
    case 'sequence':
    case 'union':
    case 'intersection':
      return Math.max(...regexp.of.map(repetitions));
    default:
      return 1;
  }
}

function written(regexp: Regexp): string | null {
  switch (regexp.kind) {
    case 'nothing':
      return '[^\\x{0}-\\x{10FFFF}]';
    case 'empty':
      return '';
    case 'class':
      return writtenClass(regexp.ranges);
    case 'sequence':
      return joined(regexp.of, '');
    case 'union': {
      const body = joined(regexp.of, '|');
      return body === null ? null : `(?:${body})`;
    }
    case 'repeat': {
      const body = written(regexp.of);
      return body === null ? null : `(?:${body})${countOf(regexp.least, regexp.most)}`;
    }
    case 'intersection':
    case 'complement':
      return null;
  }
}

function joined(of: readonly Regexp[], separator: string): string | null {
  const parts = of.map(written);
  return parts.every((part) => part !== null) ? parts.join(separator) : null;
}

const hex = (code: number) => `\\x{${code.toString(16).toUpperCase()}}`;

function writtenClass(ranges: Extract<Regexp, { kind: 'class' }>['ranges']): string {
  const [only] = ranges;
  if (only === undefined) return '[^\\x{0}-\\x{10FFFF}]';
  if (ranges.length === 1 && only[0] === 0 && only[1] === LAST_CODE_POINT) return '(?s:.)';
  if (ranges.length === 1 && only[0] === only[1]) return hex(only[0]);
  return `[${ranges.map(([first, last]) => `${hex(first)}-${hex(last)}`).join('')}]`;
}

function countOf(least: number, most: number | null): string {
  if (least === 0 && most === null) return '*';
  if (least === 1 && most === null) return '+';
  if (most === null) return `{${least},}`;
  return least === most ? `{${least}}` : `{${least},${most}}`;
}
