import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (how: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor: 'last-resort' }) => void;

let collect: Collect | null = null;

/** Collects all garbage and gives its memory back to the system, which V8 puts off for as long as little is asked for. */
export function giveMemoryBack(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
    setFlagsFromString('--no-expose-gc');
  }
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Knows by the rows that were read when work has ended. */
export class Rest {
  #read = 0;
  #isResting = true;

  /** Told the rows read so far, from time to time; true once when none came since the last time and some before. */
  begins(read: number): boolean {
    const isQuiet = read === this.#read;
    const begins = isQuiet && !this.#isResting;
    this.#read = read;
    this.#isResting = isQuiet;
    return begins;
  }
}
