import {
  fileNow,
  isSameFile,
  isSealed,
  isUnseen,
  openToRead,
  refuseOther,
  type Seen,
  sealOf,
} from '../reading/files.ts';
import type { Input } from '../state/rows.ts';
import type { Service } from './service.ts';
import type { HeldSource } from './task.ts';

/** A copy is taken for a file of its own when its original was not cut for so many times as long as a file takes to settle. */
const COPY_SETTLES = 10;

interface Begun {
  readonly file: Seen;
  readonly input: Input;
  /** Bytes that were read. */
  readonly offset: number;
}

const placeOf = ({ dev, ino }: Seen): string => `${dev} ${ino}`;

/** Knows files that are there a second time: under another name, or as the copy of a log that may be cut next. */
export class SecondFiles {
  readonly #service: Service;
  /** Names under which files were found in this look, by their numbers. */
  readonly #found = new Map<string, string>();
  /** Names of copies that were left alone in a look. */
  readonly #left = new Set<string>();
  /** Inputs of which more may be read, worked out once for all files of a look. */
  #begun: readonly Begun[] | null = null;
  #isAnyKnown = false;

  constructor(service: Service) {
    this.#service = service;
  }

  /** A look begins, which has these files to look at. */
  begin(source: HeldSource, files: readonly Seen[]): void {
    this.#found.clear();
    const names = new Set(files.map(({ name }) => name));
    for (const name of this.#left) if (!names.has(name)) this.#left.delete(name);
    this.#begun = null;
    this.#isAnyKnown = files.length > 0 && this.#service.progress.known.count(source) > 0;
  }

  /** The look is over: names of many files are not kept until the next one. */
  end(): void {
    this.#found.clear();
    this.#begun = null;
  }

  note(file: Seen): void {
    if (file.ino !== 0) this.#found.set(placeOf(file), file.name);
  }

  /** Whether a file is read under another name, which leads to it, too. */
  async isSecondName(source: HeldSource, file: Seen): Promise<boolean> {
    if (file.ino === 0) return false;
    if ((this.#found.get(placeOf(file)) ?? file.name) !== file.name) return true;
    for (const { name } of this.#service.progress.known.numbered(source, file.ino)) {
      const now = name === file.name ? null : await fileNow(name);
      if (now && isSameFile(now, file)) return true;
    }
    return false;
  }

  /** Whether a file is left alone for now, as it begins with all that was read of another one, which may be cut next. */
  async isLeft(source: HeldSource, file: Seen, stirred: readonly Seen[]): Promise<boolean> {
    if (!this.#isAnyKnown || file.size === 0 || isUnseen(file)) return false;
    if (!(await this.#isCopy(source, file, stirred))) return false;
    const isNew = !this.#left.has(file.name);
    this.#left.add(file.name);
    const { now, settings } = this.#service;
    return isNew || Math.abs(now() - Math.max(file.born, file.mtime)) < COPY_SETTLES * settings.settleMs;
  }

  async #isCopy(source: HeldSource, file: Seen, stirred: readonly Seen[]): Promise<boolean> {
    const handle = await openToRead(file.name);
    try {
      await refuseOther(file, handle);
      const whole = this.#service.progress.known.sealed(source, await sealOf(handle, file.size));
      for (const input of [...whole, ...this.#grown(source, file, stirred)]) {
        const { seal } = input.mark;
        if (input.rows === 0 || typeof seal !== 'string' || !(await isSealed(handle, seal))) continue;
        const now = await fileNow(input.name);
        if (now && !isSameFile(now, file)) return true;
      }
      return false;
    } finally {
      await handle.close();
    }
  }

  /** Inputs whose files grew since they were read, and had as many bytes as a file has in between. */
  #grown(source: HeldSource, { name: own, size }: Seen, stirred: readonly Seen[]): readonly Input[] {
    this.#begun ??= stirred.flatMap((file) => this.#begunOf(source, file));
    return this.#begun
      .filter(({ file, offset }) => file.name !== own && offset <= size && size <= file.size)
      .map(({ input }) => input);
  }

  /** Of a file of which nothing was read nothing is to be held: of thousands of new ones that wait each would be asked for by each. */
  #begunOf(source: HeldSource, file: Seen): readonly Begun[] {
    const input = this.#service.progress.input(source, file.name);
    const offset = input?.mark.offset;
    return input && input.rows > 0 && typeof offset === 'number' ? [{ file, input, offset }] : [];
  }
}
