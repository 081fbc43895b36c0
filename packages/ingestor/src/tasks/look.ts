import { uploadsOf } from '../http/uploaded-files.ts';
import { filesOf, isContinued, type Seen } from '../reading/files.ts';
import type { Input } from '../state/rows.ts';
import { placeOf } from './read-task.ts';
import type { Service } from './service.ts';
import type { HeldSource } from './task.ts';

/** What a look found: inputs that are to be read on, oldest first, the file that still grows, and when to look again. */
export interface Look {
  readonly due: readonly Input[];
  readonly growing: string | null;
  /** ms, when that is before the usual time. */
  readonly again: number;
}

/** So that a file is seen twice with some time between. */
const LEAST_MS = 100;

const MANY_FILES = 1000;
/** What takes its time to look at, a folder of many files or a table that is read for nothing, is left alone so many times as long. */
const REST = 9;

/** ms that a look is to be followed by, when it began at `began`. */
export const restAfter = (began: number): number => REST * (performance.now() - began);

const FRESH = { generation: 0, mark: {}, rows: 0, state: 'waiting', fault: null, tries: 0, again: 0 } as const;

/** Looks at the files of a source and notes what is new, changed or gone; a file counts when it has stopped growing. */
export class Looker {
  readonly #service: Service;
  readonly #before = new Map<string, Seen>();

  constructor(service: Service) {
    this.#service = service;
  }

  async look(source: HeldSource): Promise<Look> {
    if (source.source.format === 'database')
      return { due: [this.#table(source)], growing: null, again: this.#service.settings.lookMs };
    const began = performance.now();
    const seen = await filesOf(source.source, uploadsOf(this.#service.settings.data, source));
    const there = new Set(seen.map(({ name }) => name));
    const known = new Map(this.#service.progress.inputs(source).map((one) => [one.name, one]));
    const missing = [...known.values()].filter(({ name }) => !there.has(name));
    const gone = new Map(missing.map((one) => [one.mark.ino, one]));
    const noted: Input[] = [];
    let growing: string | null = null;
    let again = this.#service.settings.lookMs;
    for (const file of seen) {
      const input = known.get(file.name) ?? null;
      if (input && input.state !== 'waiting' && !isChanged(input, file) && !this.#isDueAgain(input)) continue;
      if (!this.#isSettled(file)) {
        growing ??= file.name;
        again = Math.min(again, this.#settlesIn(file));
      } else noted.push(await this.#noted(source, input ?? (await this.#renamed(source, file, gone)), file));
    }
    this.#service.progress.keepInputs(
      source,
      noted.filter((input) => input !== known.get(input.name)),
    );
    if (missing.length > 0) this.#gone(source, there);
    if (seen.length > MANY_FILES) again = Math.max(again, restAfter(began));
    return { due: noted.filter(({ state }) => state === 'waiting'), growing, again };
  }

  #table(source: HeldSource): Input {
    const name = placeOf(source.source);
    return this.#service.progress.input(source, name) ?? { ...FRESH, name, size: 0, mtime: 0 };
  }

  #isDueAgain({ state, again }: Input): boolean {
    return state === 'aside' && again > 0 && again <= this.#service.now();
  }

  #isSettled(file: Seen): boolean {
    const { now, settings } = this.#service;
    const before = this.#before.get(file.name);
    this.#before.set(file.name, file);
    const old = Math.abs(now() - file.mtime) >= settings.settleMs;
    return old && (settings.settleMs === 0 || (before?.size === file.size && before.mtime === file.mtime));
  }

  #settlesIn({ mtime }: Seen): number {
    const { now, settings } = this.#service;
    return Math.max(LEAST_MS, settings.settleMs - (now() - mtime));
  }

  /** The input of a file that got another name since it was read, under that name; null = it is a new one. */
  async #renamed(source: HeldSource, file: Seen, gone: ReadonlyMap<unknown, Input>): Promise<Input | null> {
    const { progress, console } = this.#service;
    const input = file.ino === 0 ? undefined : gone.get(file.ino);
    if (!input) return null;
    const state = input.state === 'aside' ? 'waiting' : input.state;
    const renamed: Input = { ...input, name: file.name, state, fault: null };
    if (isChanged(input, file) && !(await isContinued(renamed, file))) return null;
    progress.renameInput(source, input.name, renamed);
    console.state(source, `${input.name} is called ${file.name} now; reading goes on where it was`);
    return renamed;
  }

  /** The input as it stands now; `done` when the change is none that is watched. */
  async #noted(source: HeldSource, input: Input | null, file: Seen): Promise<Input> {
    const { watch_events } = source.settings;
    const { name, size, mtime, ino } = file;
    const now = { name, size, mtime };
    if (!input)
      return { ...FRESH, ...now, mark: { ino }, state: watch_events.includes('Created') ? 'waiting' : 'done' };
    if (!isChanged(input, file)) return input.state === 'aside' ? { ...input, state: 'waiting' } : input;
    if (input.state === 'done' && !watch_events.includes('Modified')) return { ...input, ...now };
    if (input.rows === 0 && input.mark.offset === undefined) return { ...input, ...now, state: 'waiting', again: 0 };
    if (await isContinued(input, file))
      return { ...input, ...now, mark: { ...input.mark, ino }, state: 'waiting', fault: null, again: 0 };
    this.#service.console.state(source, `${file.name} was changed; it is read anew from its start`);
    return { ...FRESH, ...now, mark: { ino }, generation: input.generation + 1 };
  }

  #gone(source: HeldSource, there: ReadonlySet<string>): void {
    const { progress, console } = this.#service;
    for (const input of progress.inputs(source)) {
      if (there.has(input.name)) continue;
      this.#before.delete(input.name);
      if (source.settings.watch_events.includes('Deleted')) {
        console.state(source, `${input.name} was deleted; a file put in its place is read as a new one`);
        progress.forgetInput(source, input.name);
      } else if (input.state === 'waiting') {
        const fault = `It was removed after ${input.rows} rows, before it was read to its end.`;
        console.error(source, `${input.name}: ${fault}`);
        progress.keepInput(source, { ...input, state: 'aside', fault });
      }
    }
  }
}

const isChanged = (input: Input, file: Seen): boolean => input.size !== file.size || input.mtime !== file.mtime;
