import { malformed } from '@datasarana/schema';
import { costOf, type JavaPattern, type ParsedPattern, sourceOf } from './syntax.ts';

/** One step of a program; `next` are the steps behind it, the first preferred. */
export type Instruction =
  | { readonly kind: 'character'; readonly fits: (code: number) => boolean; readonly next: number }
  | { readonly kind: 'fork'; next: readonly number[] }
  | {
      readonly kind: 'place';
      readonly holds: (text: string, at: number) => boolean;
      /** How many characters are looked at, at most. */
      readonly cost: number;
      readonly next: number;
    }
  /** Where a group begins (even) or ends (odd). */
  | { readonly kind: 'save'; readonly slot: number; readonly next: number }
  | { readonly kind: 'found' };

const MAX_INSTRUCTIONS = 2000;
const MAX_VISITED = 20 * MAX_INSTRUCTIONS;

const tooManySteps = () =>
  malformed(`The pattern has more than ${MAX_INSTRUCTIONS} steps`, 'Use fewer or smaller repetitions.');

/** The steps by which a pattern is found; the first is where it begins. @throws PlatformError when there would be too many */
export function programOf({ tree, ignoresCase }: ParsedPattern): readonly Instruction[] {
  const writer = new Writer(ignoresCase);
  const found = writer.add({ kind: 'found' });
  const start = writer.pattern(tree, found);
  return writer.from(start);
}

/** Whether a pattern may begin with a character; null when it may begin without one, or where only a place decides. */
export function beginningsOf(program: readonly Instruction[]): ((code: number) => boolean) | null {
  const fitting: ((code: number) => boolean)[] = [];
  const seen = new Set<number>();
  const open = [0];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const instruction = program[step];
    if (instruction === undefined || instruction.kind === 'place' || instruction.kind === 'found') return null;
    if (seen.has(step)) continue;
    seen.add(step);
    if (instruction.kind === 'character') fitting.push(instruction.fits);
    else open.push(...[instruction.next].flat());
  }
  const ascii = Array.from({ length: 128 }, (_, code) => fitting.some((fits) => fits(code)));
  return (code) => ascii[code] ?? (code >= 0 && fitting.some((fits) => fits(code)));
}

/** Writes from the end to the beginning, so that what comes behind a step is known. */
class Writer {
  readonly #instructions: Instruction[] = [];
  readonly #classes = new Map<string, (code: number) => boolean>();
  readonly #flags: string;
  #visited = 0;

  constructor(ignoresCase: boolean) {
    this.#flags = ignoresCase ? 'iv' : 'v';
  }

  /** A step before all others leads to where the pattern begins. */
  from(start: number): readonly Instruction[] {
    return [{ kind: 'fork', next: [start + 1] }, ...this.#instructions.map(moved)];
  }

  add(instruction: Instruction): number {
    if (this.#instructions.length >= MAX_INSTRUCTIONS) throw tooManySteps();
    return this.#instructions.push(instruction) - 1;
  }

  pattern(pattern: JavaPattern, next: number): number {
    // what repeats nothing, over and over, writes no step
    this.#visited += 1;
    if (this.#visited > MAX_VISITED) throw tooManySteps();
    switch (pattern.kind) {
      case 'class':
        return this.add({ kind: 'character', fits: this.#fits(pattern.source), next });
      case 'place':
      case 'look': {
        const test = new RegExp(sourceOf(pattern), `${this.#flags}y`);
        const holds = (text: string, at: number): boolean => {
          test.lastIndex = at;
          return test.test(text);
        };
        return this.add({ kind: 'place', holds, cost: costOf(pattern), next });
      }
      case 'sequence':
        return pattern.of.reduceRight((behind, each) => this.pattern(each, behind), next);
      case 'choice':
        return this.add({ kind: 'fork', next: pattern.of.map((each) => this.pattern(each, next)) });
      case 'group': {
        const end = this.add({ kind: 'save', slot: pattern.number * 2 + 1, next });
        return this.add({ kind: 'save', slot: pattern.number * 2, next: this.pattern(pattern.of, end) });
      }
      case 'repeat':
        return this.#repeat(pattern, next);
    }
  }

  #repeat({ of, least, most, isLazy }: Extract<JavaPattern, { kind: 'repeat' }>, next: number): number {
    const either = (again: number): readonly number[] => (isLazy ? [next, again] : [again, next]);
    let start = next;
    if (most === null) {
      const fork: Extract<Instruction, { kind: 'fork' }> = { kind: 'fork', next: [] };
      start = this.add(fork);
      fork.next = either(this.pattern(of, start));
    } else {
      for (let i = least; i < most; i++) start = this.add({ kind: 'fork', next: either(this.pattern(of, start)) });
    }
    for (let i = 0; i < least; i++) start = this.pattern(of, start);
    return start;
  }

  #fits(source: string): (code: number) => boolean {
    const known = this.#classes.get(source);
    if (known !== undefined) return known;
    const test = new RegExp(`^${source}$`, this.#flags);
    const ascii = Array.from({ length: 128 }, (_, code) => test.test(String.fromCodePoint(code)));
    const fits = (code: number) => ascii[code] ?? test.test(String.fromCodePoint(code));
    this.#classes.set(source, fits);
    return fits;
  }
}

function moved(instruction: Instruction): Instruction {
  if (instruction.kind === 'found') return instruction;
  if (instruction.kind === 'fork') return { kind: 'fork', next: instruction.next.map((to) => to + 1) };
  return { ...instruction, next: instruction.next + 1 };
}
