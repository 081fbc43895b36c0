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
    const seen = await filesOf(source.source, uploadsOf(this.#service.settings.data, source));
    const there = new Set(seen.map(({ name }) => name));
    const gone = new Map(
      this.#service.progress
        .inputs(source)
        .flatMap((one) => (there.has(one.name) ? [] : [[one.mark.ino, one] as const])),
    );
    const due: Input[] = [];
    let growing: string | null = null;
    let again = this.#service.settings.lookMs;
    for (const file of seen) {
      const input = this.#service.progress.input(source, file.name);
      if (input && input.state !== 'waiting' && !isChanged(input, file) && !this.#isDueAgain(input)) continue;
      if (!this.#isSettled(file)) {
        growing ??= file.name;
        again = Math.min(again, this.#settlesIn(file));
      } else due.push(...(await this.#noted(source, input ?? (await this.#renamed(source, file, gone)), file)));
    }
    this.#gone(source, there);
    return { due, growing, again };
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

  /** The input as it is to be read now; nothing when the change is none that is watched. */
  async #noted(source: HeldSource, input: Input | null, file: Seen): Promise<readonly Input[]> {
    const { progress } = this.#service;
    const { watch_events } = source.settings;
    const keep = (kept: Input): readonly Input[] => {
      progress.keepInput(source, kept);
      return kept.state === 'waiting' ? [kept] : [];
    };
    if (!input)
      return keep({
        ...FRESH,
        ...file,
        mark: { ino: file.ino },
        state: watch_events.includes('Created') ? 'waiting' : 'done',
      });
    if (!isChanged(input, file)) return keep({ ...input, state: input.state === 'done' ? 'done' : 'waiting' });
    if (input.state === 'done' && !watch_events.includes('Modified')) return keep({ ...input, ...file });
    if (input.rows === 0 && input.mark.offset === undefined) return keep({ ...input, ...file, state: 'waiting' });
    if (await isContinued(input, file))
      return keep({ ...input, ...file, mark: { ...input.mark, ino: file.ino }, state: 'waiting', fault: null });
    this.#service.console.state(source, `${file.name} was changed; it is read anew from its start`);
    return keep({ ...FRESH, ...file, mark: { ino: file.ino }, generation: input.generation + 1 });
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
