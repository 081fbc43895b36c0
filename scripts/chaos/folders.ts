import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ChildIngestor } from './child-ingestor.ts';
import type { ChildPlatform } from './child-platform.ts';
import { Digest } from './digest.ts';
import { follow, type Watched } from './watched.ts';

const KINDS = ['free', 'keyed', 'adaptive'] as const;
type Kind = (typeof KINDS)[number];

/** What was written to a file. */
interface Written {
  readonly name: string;
  readonly kind: Kind;
  readonly good: Digest;
  bad: number;
}

const HEADER = 'file,row_no,proof,note\n';

/** Folders that get new files, and old files that grow, while the ingestor watches them. */
export class Folders {
  readonly #base: string;
  readonly #random: () => number;
  readonly #written: Written[] = [];

  constructor(base: string, random: () => number) {
    this.#base = base;
    this.#random = random;
  }

  get files(): number {
    return this.#written.length;
  }

  #folder(kind: Kind): string {
    return path.join(this.#base, kind);
  }

  async watch(platform: ChildPlatform, ingestor: ChildIngestor): Promise<readonly Watched[]> {
    const watched: Watched[] = [];
    for (const kind of KINDS) {
      await mkdir(this.#folder(kind));
      const source = {
        format: 'csv',
        provider: 'local_file',
        csv: { file: path.join(this.#folder(kind), '*.csv') },
        task: { id: kind, adaptive: kind === 'adaptive' },
      };
      const template = await follow(platform, ingestor, kind, kind === 'keyed', source);
      watched.push({ id: kind, template, changes: false, truth: async () => this.#truth(kind) });
    }
    return watched;
  }

  #truth(kind: Kind) {
    const own = this.#written.filter((file) => file.kind === kind);
    const good = new Digest();
    for (const file of own) good.join(file.good);
    return { good, bad: own.reduce((sum, file) => sum + file.bad, 0) };
  }

  /** Some lines more for a file; a few of them bad. */
  #lines(file: Written, count: number): string {
    const lines: string[] = [];
    for (let i = 0; i < count; i++) {
      if (this.#random() < 0.001) {
        lines.push(`${file.name},no number,1,bad`);
        file.bad++;
        continue;
      }
      const [rowNo, proof] = [file.good.rows, Math.floor(this.#random() * 1_000_000)];
      const note = `row ${rowNo}\nof ${file.name}`;
      lines.push(`${file.name},${rowNo},${proof},"${note}"`);
      file.good.add([file.name, rowNo, proof, note]);
    }
    return `${lines.join('\n')}\n`;
  }

  /** Puts new files into the folders and appends to old ones, whole lines at a time, until told to end. */
  async write(over: () => boolean): Promise<void> {
    while (!over()) {
      const kind = KINDS[Math.floor(this.#random() * KINDS.length)] ?? 'free';
      const own = this.#written.filter((file) => file.kind === kind);
      const old = own[Math.floor(this.#random() * own.length)];
      const count = 1 + Math.floor(this.#random() ** 3 * 1500);
      if (old && this.#random() < 0.5)
        await appendFile(path.join(this.#folder(kind), `${old.name}.csv`), this.#lines(old, count));
      else await this.#create(kind, count);
      await setTimeout(50 + this.#random() * 400);
    }
  }

  async #create(kind: Kind, count: number): Promise<void> {
    const file: Written = { name: `f${this.#written.length}`, kind, good: new Digest(), bad: 0 };
    this.#written.push(file);
    const place = path.join(this.#folder(kind), `${file.name}.csv`);
    await writeFile(`${place}.part`, HEADER + this.#lines(file, count));
    await rename(`${place}.part`, place);
  }
}
