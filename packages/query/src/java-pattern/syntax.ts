/** A regular expression of Java's syntax, taken apart. */
export type JavaPattern =
  /** One character of a class, written as JavaScript's `v` mode has it. */
  | { readonly kind: 'class'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly of: readonly JavaPattern[] }
  /** `most` null = without end. */
  | {
      readonly kind: 'repeat';
      readonly of: JavaPattern;
      readonly least: number;
      readonly most: number | null;
      readonly isLazy: boolean;
    }
  /** Remembered under its number. */
  | { readonly kind: 'group'; readonly of: JavaPattern; readonly number: number }
  /** What stands before or behind a place, without being part of what is found; its length is bounded. */
  | { readonly kind: 'look'; readonly isBehind: boolean; readonly isNegative: boolean; readonly of: JavaPattern }
  /** A place, as JavaScript's `v` mode has it. */
  | { readonly kind: 'place'; readonly source: string };

/** A pattern with what is to be known of it as a whole. */
export interface ParsedPattern {
  readonly tree: JavaPattern;
  readonly ignoresCase: boolean;
  /** How many groups are remembered. */
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
}

/** How many characters it looks at before it knows that it is not there, repetitions left aside. */
export function costOf(pattern: JavaPattern): number {
  switch (pattern.kind) {
    case 'class':
    case 'place':
      return 1;
    case 'sequence':
    case 'choice':
      return pattern.of.reduce((cost, each) => cost + costOf(each), 0);
    default:
      return costOf(pattern.of);
  }
}

/** The pattern as JavaScript has it, in `v` mode. */
export function sourceOf(pattern: JavaPattern): string {
  switch (pattern.kind) {
    case 'class':
    case 'place':
      return pattern.source;
    case 'sequence':
      return pattern.of.map(sourceOf).join('');
    case 'choice':
      return `(?:${pattern.of.map(sourceOf).join('|')})`;
    case 'repeat': {
      const { least, most, isLazy } = pattern;
      return `(?:${sourceOf(pattern.of)}){${least},${most ?? ''}}${isLazy ? '?' : ''}`;
    }
    case 'group':
      return `(${sourceOf(pattern.of)})`;
    case 'look':
      return `(?${pattern.isBehind ? '<' : ''}${pattern.isNegative ? '!' : '='}${sourceOf(pattern.of)})`;
  }
}
