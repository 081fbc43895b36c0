import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ARCHIVE_START } from '@datasarana/engine';
import { conflict } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import { folderName, nameOfFolder, namesIn, syncFolder } from '../folder.ts';
import { unlessMissing } from '../unless-missing.ts';
import type { Archive, ArchiveManifest, ArchiveObject, Sharding, WriteObject } from './port.ts';

const MANIFEST = 'manifest.json';
const EMPTY: ArchiveManifest = { position: ARCHIVE_START, objects: [] };

/** The archive in a folder: `folder/<tenant>/<topic>/<shard>/<number>.parquet` beside a manifest per topic. */
export class EmbeddedArchive implements Archive {
  readonly #folder: string;
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  #path(scope: Scope, topic: string): string {
    return join(this.#folder, folderName(scope.tenant), folderName(topic));
  }

  async manifest(scope: Scope, topic: string): Promise<ArchiveManifest> {
    const text = await unlessMissing(readFile(join(this.#path(scope, topic), MANIFEST), 'utf8'));
    return text === null ? EMPTY : (JSON.parse(text) as ArchiveManifest);
  }

  add(scope: Scope, topic: string, sharding: Sharding, write: WriteObject, now: number): Promise<ArchiveObject | null> {
    return this.#turn(this.#path(scope, topic), () => this.#add(scope, topic, sharding, write, now));
  }

  #turn<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(path) ?? Promise.resolve();
    const result = before.then(work, work);
    const ended = result.then(
      () => {},
      () => {},
    );
    this.#turns.set(path, ended);
    void ended.then(() => this.#turns.get(path) === ended && this.#turns.delete(path));
    return result;
  }

  async #add(
    scope: Scope,
    topic: string,
    { auto, shards, threshold }: Sharding,
    write: WriteObject,
    now: number,
  ): Promise<ArchiveObject | null> {
    const path = this.#path(scope, topic);
    const { position, objects } = await this.manifest(scope, topic);
    const number = objects.length;
    const shard = auto ? Math.floor(number / threshold) : number % shards;
    const name = `${shard}/${String(number).padStart(8, '0')}.parquet`;
    const file = join(path, name);
    await mkdir(dirname(file), { recursive: true });
    const { states, removals, position: next } = await write(position, file);
    if (states + removals === 0) {
      await rm(file, { force: true });
      return null;
    }
    await synced(file);
    await syncFolder(dirname(file));
    const object = { name, states, removals, bytes: (await stat(file)).size, sha256: await sha256Of(file), ts: now };
    await this.#keep(path, { position: next, objects: [...objects, object] });
    return object;
  }

  async #keep(path: string, manifest: ArchiveManifest): Promise<void> {
    const draft = join(path, `${MANIFEST}.part`);
    await writeFile(draft, JSON.stringify(manifest), { flush: true });
    await rename(draft, join(path, MANIFEST));
    await syncFolder(path);
  }

  async files(scope: Scope, topic: string): Promise<readonly string[]> {
    const { objects } = await this.manifest(scope, topic);
    const path = this.#path(scope, topic);
    for (const { name, sha256 } of objects) {
      const found = await unlessMissing(sha256Of(join(path, name)));
      if (found !== sha256) {
        const what = found === null ? 'is missing' : 'is not what was written';
        throw conflict(`The archive cannot be used: the object '${name}' ${what}. Put it back from a backup.`);
      }
    }
    return objects.map(({ name }) => join(path, name));
  }

  async topics(scope: Scope): Promise<readonly string[]> {
    const folder = join(this.#folder, folderName(scope.tenant));
    return (await namesIn(folder)).toSorted().map(nameOfFolder);
  }

  remove(scope: Scope, topic: string): Promise<boolean> {
    const path = this.#path(scope, topic);
    return this.#turn(path, async () => {
      const there = await stat(path).then(
        () => true,
        () => false,
      );
      await rm(path, { recursive: true, force: true });
      return there;
    });
  }
}

async function synced(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
