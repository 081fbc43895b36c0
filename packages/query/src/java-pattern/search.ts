import { parseJavaPattern } from './parse.ts';
import { beginningsOf, type Instruction, programOf } from './program.ts';
import { costOf, type JavaPattern, type ParsedPattern, sourceOf } from './syntax.ts';

/** What a pattern found: where, and what its groups hold (0 is all of it). */
export interface Found {
  readonly start: number;
  readonly end: number;
  /** Where a group begins and ends; undefined when it has no part in what was found. */
  readonly places: (group: number) => readonly [start: number, end: number] | undefined;
  readonly group: (group: number) => string;
}

/** A pattern that is looked for in texts, one place behind the other as Java's `find` has it. */
export interface JavaMatcher {
  readonly parsed: ParsedPattern;
  readonly findAll: (text: string) => Iterable<Found>;
}

/**
 * Makes a pattern ready. All ways through it are gone at once, so that what it takes grows with the text; one that would look at the
 * same text over and over finds nothing any more once {@link MOST_STEPS} were gone for each character.
 */
export function javaMatcher(pattern: string, flags?: string): JavaMatcher {
  const parsed = parseJavaPattern(pattern, flags);
  if (isDirect(parsed.tree)) {
    const regexp = new RegExp(
      sourceOf(parsed.tree),
      `${parsed.groups > 0 ? 'd' : ''}${parsed.ignoresCase ? 'i' : ''}gv`,
    );
    return { parsed, findAll: (text) => directly(regexp, text) };
  }
  const program = programOf(parsed);
  const mayBegin = beginningsOf(program) ?? anywhere;
  return { parsed, findAll: (text) => new Search(program, mayBegin, text) };
}

const anywhere = (): boolean => true;

function* directly(regexp: RegExp, text: string): Iterable<Found> {
  for (const match of text.matchAll(regexp)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const places = (group: number) => (group === 0 ? ([start, end] as const) : match.indices?.[group]);
    yield { start, end, places, group: (group) => match[group] ?? '' };
  }
}

/** Characters looked at for each character of the text, at most. */
const MOST_LOOKED_AT = 200;

/** Whether JavaScript finds it without going back further than a few characters: only the end of it may repeat. */
const isDirect = (pattern: JavaPattern): boolean =>
  costOf(pattern) <= MOST_LOOKED_AT && (pattern.kind === 'choice' ? pattern.of.every(isStraight) : isStraight(pattern));

function isStraight(pattern: JavaPattern): boolean {
  const parts = pattern.kind === 'sequence' ? pattern.of : [pattern];
  const isOne = ({ kind }: JavaPattern) => kind === 'class' || kind === 'look';
  return parts.every((part, i) =>
    part.kind === 'repeat' ? i === parts.length - 1 && part.of.kind === 'class' && part.most === null : isOne(part),
  );
}

const MOST_STEPS = 128;

interface Way {
  readonly step: number;
  readonly slots: readonly number[];
}

class Search implements Iterable<Found> {
  readonly #program: readonly Instruction[];
  readonly #mayBegin: (code: number) => boolean;
  readonly #text: string;
  /** At which place a step was last reached. */
  readonly #reached: Int32Array;
  #left: number;
  #clock = 0;

  constructor(program: readonly Instruction[], mayBegin: (code: number) => boolean, text: string) {
    this.#program = program;
    this.#mayBegin = mayBegin;
    this.#text = text;
    this.#reached = new Int32Array(program.length);
    const looked = program.reduce((all, step) => all + (step.kind === 'place' ? step.cost : 0), 0);
    const steps = Math.min(program.length + 16, MOST_STEPS) + Math.min(looked, MOST_LOOKED_AT);
    this.#left = (text.length + 1000) * steps;
  }

  *[Symbol.iterator](): Iterator<Found> {
    for (let at = 0; at <= this.#text.length; ) {
      const slots = this.#first(at);
      if (slots === null) return;
      const [start = 0, end = 0] = slots;
      const places = (group: number) => placeOf(slots, group);
      yield { start, end, places, group: (group) => this.#text.slice(...(places(group) ?? [0, 0])) };
      at = end === start ? end + 1 : end;
    }
  }

  /** The first place from `at` where the pattern is, of several there the preferred one. */
  #first(from: number): readonly number[] | null {
    let ways: Way[] = [];
    let best: readonly number[] | null = null;
    for (let at = from; at <= this.#text.length; ) {
      this.#clock += 1;
      const code = this.#text.codePointAt(at) ?? -1;
      const length = code > 0xffff ? 2 : 1;
      const here: Way[] = [];
      for (const way of ways) this.#follow(way.step, way.slots, at, here);
      if (best === null && this.#mayBegin(code)) this.#follow(0, [at, -1], at, here);
      const { going, found } = this.#advance(here, code, at);
      best = found ?? best;
      if (going.length === 0 && best !== null) return best;
      if (this.#left < 0) return null;
      ways = going;
      at += length;
    }
    return best;
  }

  /** Ways that go on behind a character; those less preferred than one that is at its end are given up. */
  #advance(ways: readonly Way[], code: number, at: number): { going: Way[]; found: readonly number[] | null } {
    const going: Way[] = [];
    for (const { step, slots } of ways) {
      const instruction = this.#program[step];
      if (instruction?.kind === 'found') return { going, found: slots.with(1, at) };
      if (instruction?.kind === 'character' && code >= 0 && instruction.fits(code)) {
        going.push({ step: instruction.next, slots });
      }
    }
    return { going, found: null };
  }

  /** The characters and ends that can be reached without a character, in the order they are preferred. */
  #follow(from: number, slots: readonly number[], at: number, into: Way[]): void {
    const open: Way[] = [{ step: from, slots }];
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      if (this.#reached[way.step] === this.#clock) continue;
      this.#reached[way.step] = this.#clock;
      this.#left -= 1;
      const instruction = this.#program[way.step];
      switch (instruction?.kind) {
        case 'fork':
          for (const step of instruction.next.toReversed()) open.push({ step, slots: way.slots });
          break;
        case 'place':
          this.#left -= instruction.cost;
          if (instruction.holds(this.#text, at)) open.push({ step: instruction.next, slots: way.slots });
          break;
        case 'save':
          this.#left -= way.slots.length >> 3;
          open.push({ step: instruction.next, slots: saved(way.slots, instruction.slot, at) });
          break;
        default:
          into.push(way);
      }
    }
  }
}

function placeOf(slots: readonly number[], group: number): readonly [start: number, end: number] | undefined {
  const [from = -1, to = -1] = slots.slice(group * 2, group * 2 + 2);
  return from < 0 || to < 0 ? undefined : [from, to];
}

function saved(slots: readonly number[], slot: number, at: number): readonly number[] {
  const made = [...slots];
  while (made.length < slot) made.push(-1);
  made[slot] = at;
  return made;
}
