import { folderNow, folderOf } from '../reading/files.ts';
import { placeOf } from './read-task.ts';
import type { Service } from './service.ts';
import type { HeldSource } from './task.ts';

/** Knows the folder of a source again: where a share is not mounted, another one stands at its place, mostly empty. */
export class WatchedFolder {
  readonly #service: Service;
  readonly #source: HeldSource;

  constructor(service: Service, source: HeldSource) {
    this.#service = service;
    this.#source = source;
  }

  /** Why nothing went though none of the files is there, as a sentence; null where some are, or the folder is the one they were in. */
  async isAnother(placed: number): Promise<string | null> {
    const { progress } = this.#service;
    const folder = folderOf(placeOf(this.#source.source));
    const now = await folderNow(folder);
    const name = `folder ${this.#source.task} ${this.#source.id}`;
    const before = progress.note(name);
    if (placed > 0 && now !== null && now !== before) progress.keepNote(name, now);
    if (placed > 0 || before === null || now === before || !before.startsWith(`${folder} `)) return null;
    return `The folder ${folder} is another one than the files were in, and none of them is in it: a share may not be mounted.`;
  }
}
