import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 512 * 1024;

/** Bytes of a file from a place on; fewer only where it ends. */
export async function readAt(handle: FileHandle, from: number, into: Buffer): Promise<Buffer> {
  let read = 0;
  while (read < into.length) {
    const { bytesRead } = await handle.read(into, read, into.length - read, from + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return into.subarray(0, read);
}

/** What is read of a file from a place on, as bytes of its text. */
export interface TextWindow {
  /** What was read and not taken. */
  readonly held: Buffer;
  /** Nothing follows what is held. */
  readonly ended: boolean;
  /** Place in the file behind what was taken. */
  readonly at: number;
  /** Bytes of the file behind what is held that are no whole letter. */
  readonly broken: number;
  /** Reads the next chunk behind what is held. */
  more(): Promise<void>;
  /** Takes the first bytes of what is held; they stay as they are until `release`. */
  take(bytes: number): Buffer;
  /** What was taken is needed no more. */
  release(): void;
  /** Gives the memory back at once: a service at rest collects nothing for hours. */
  close(): void;
}

/**
 * The bytes of a file from a place on, read ahead into buffers of one size that are used again and again: the memory of large
 * ones that come and go is not given back to the system.
 */
export class FileWindow implements TextWindow {
  readonly broken = 0;
  readonly #handle: FileHandle;
  readonly #size: number;
  #buffer: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;
  /** Place in the file behind what is held. */
  #read: number;
  #at: number;
  readonly #taken: Buffer[] = [];
  readonly #free: Buffer[] = [];

  /** `size` bytes of the file count. */
  constructor(handle: FileHandle, at: number, size: number) {
    this.#handle = handle;
    this.#read = at;
    this.#at = at;
    this.#size = size;
  }

  get held(): Buffer {
    return this.#buffer.subarray(this.#from, this.#to);
  }

  get at(): number {
    return this.#at;
  }

  get ended(): boolean {
    return this.#read >= this.#size;
  }

  async more(): Promise<void> {
    const { held } = this;
    const wanted = Math.min(Math.max(CHUNK_BYTES - held.length, held.length), this.#size - this.#read);
    const room = this.#room(held.length + wanted);
    held.copy(room);
    const { length } = await readAt(this.#handle, this.#read, room.subarray(held.length, held.length + wanted));
    this.#buffer = room;
    this.#from = 0;
    this.#to = held.length + length;
    // a file that was cut meanwhile ends where it ends now
    this.#read = length === 0 ? this.#size : this.#read + length;
  }

  #room(bytes: number): Buffer {
    if (this.#buffer.length === CHUNK_BYTES) this.#taken.push(this.#buffer);
    const free = bytes <= CHUNK_BYTES ? this.#free.pop() : undefined;
    // the end of a small file needs no more than it has
    const isAll = this.#read + bytes - this.held.length >= this.#size;
    return free ?? Buffer.allocUnsafeSlow(isAll ? bytes : Math.max(CHUNK_BYTES, bytes));
  }

  take(bytes: number): Buffer {
    this.#at += bytes;
    const taken = this.held.subarray(0, bytes);
    this.#from += bytes;
    return taken;
  }

  release(): void {
    this.#free.push(...this.#taken.splice(0));
  }

  close(): void {
    for (const { buffer } of [...this.#taken.splice(0), ...this.#free.splice(0), this.#buffer])
      if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
    this.#buffer = Buffer.alloc(0);
  }
}
