import type { FileHandle } from 'node:fs/promises';
import type { Encoding } from '@datasarana/sources';
import { FileRefused } from '@datasarana/sources/node';
import { FileWindow, type TextWindow } from './file-window.ts';

export const isUtf16 = (encoding: Encoding): boolean => encoding.startsWith('utf-16');

const damaged = (): FileRefused =>
  new FileRefused('encoding', 'The file breaks off or is damaged: its UTF-16 text cannot be read.');

/** Bytes of whole letters: one may take two units of two bytes. */
function wholeIn(bytes: Buffer, isLittle: boolean): number {
  const even = bytes.length - (bytes.length % 2);
  const last = even < 2 ? 0 : isLittle ? bytes.readUInt16LE(even - 2) : bytes.readUInt16BE(even - 2);
  return last >= 0xd800 && last <= 0xdbff ? even - 2 : even;
}

/** Whole letters of UTF-16 in UTF-8, and the bytes they took. @throws FileRefused for half a pair of surrogates */
export function utf8Of(bytes: Buffer, encoding: Encoding): { readonly text: Buffer; readonly taken: number } {
  const isLittle = encoding === 'utf-16le';
  const taken = wholeIn(bytes, isLittle);
  const units = bytes.subarray(0, taken);
  const text = (isLittle ? units : Buffer.from(units).swap16()).toString('utf16le');
  if (!text.isWellFormed()) throw damaged();
  return { text: Buffer.from(text, 'utf8'), taken };
}

/** Bytes that text in UTF-8 takes in UTF-16. */
export const bytesInUtf16 = (text: Buffer): number => 2 * text.toString('utf8').length;

/** The text of a file in UTF-16 as UTF-8; its places are those of the file. */
export class Utf16Window implements TextWindow {
  readonly #raw: FileWindow;
  readonly #encoding: Encoding;
  readonly #mayGrow: boolean;
  #held: Buffer = Buffer.alloc(0);
  #at: number;

  /** `size` bytes of the file count; of one that may grow the last letter may be half there. */
  constructor(handle: FileHandle, at: number, { size, mayGrow = false }: TextSize, encoding: Encoding) {
    this.#raw = new FileWindow(handle, at, size);
    this.#encoding = encoding;
    this.#mayGrow = mayGrow;
    this.#at = at;
  }

  get held(): Buffer {
    return this.#held;
  }

  get ended(): boolean {
    return this.#raw.ended;
  }

  get at(): number {
    return this.#at;
  }

  get broken(): number {
    return this.#raw.held.length;
  }

  async more(): Promise<void> {
    await this.#raw.more();
    const { text, taken } = utf8Of(this.#raw.held, this.#encoding);
    this.#held = Buffer.concat([this.#held, text]);
    this.#raw.take(taken);
    this.#raw.release();
    if (this.ended && this.broken > 0 && !this.#mayGrow) throw damaged();
  }

  take(bytes: number): Buffer {
    const taken = this.#held.subarray(0, bytes);
    this.#held = this.#held.subarray(bytes);
    this.#at += bytesInUtf16(taken);
    return taken;
  }

  release(): void {}

  close(): void {
    this.#raw.close();
    this.#held = Buffer.alloc(0);
  }
}

/** How much of a file counts. */
export interface TextSize {
  readonly size: number;
  readonly mayGrow?: boolean;
}

/** The text of a file from a place on, as bytes in which a line feed is one. */
export const windowOf = (handle: FileHandle, at: number, size: TextSize, encoding: Encoding): TextWindow =>
  isUtf16(encoding) ? new Utf16Window(handle, at, size, encoding) : new FileWindow(handle, at, size.size);
