import { randomBytes } from 'node:crypto';
import { illegalArgument } from './refusal.ts';

/** Ids are at most this many bytes, as in OpenSearch. */
const LONGEST_ID = 512;

/** Tells ids of one process from those of another. */
const PROCESS = randomBytes(6).toString('base64url');
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Every two digits: ids are put together of few pieces, since each piece more is one more object for the collector. */
const PAIRS: readonly string[] = Array.from(DIGITS).flatMap((high) => Array.from(DIGITS, (low) => high + low));

let count = randomBytes(3).readUIntBE(0, 3);
let ms = 0;
let time = '';
/** What ids of one millisecond begin with, and the upper half of the count it is made for. */
let start = '';
let startOf = -1;

/** @returns whether it is another millisecond than before */
function passTime(): boolean {
  const now = Date.now();
  if (now === ms) return false;
  const bytes = Buffer.allocUnsafe(6);
  bytes.writeUIntBE(now, 0, 6);
  ms = now;
  time = bytes.toString('base64url');
  return true;
}

const pair = (value: number): string => PAIRS[value & 4095] ?? '';

/** Ids made here differ in their end only: that packs well, and no other document can have one. */
export function makeId(): string {
  count = (count + 1) & 0xffffff;
  const upper = count >> 12;
  if (passTime() || upper !== startOf) {
    start = PROCESS + time + pair(upper);
    startOf = upper;
  }
  return start + pair(count);
}

const ID_BYTES = 20;
const DIGIT_BYTES = Buffer.from(DIGITS);

/** Ids made for new documents, in ASCII, one behind the other. */
export class MadeIds {
  static readonly LENGTH = ID_BYTES;
  readonly bytes: Buffer;

  constructor(ids: number) {
    this.bytes = Buffer.allocUnsafe(ids * ID_BYTES);
    // they differ in the four digits of the count at their end
    const beginning = Buffer.from(makeId().slice(0, -4));
    for (let at = 0; at < this.bytes.length; at += ID_BYTES) {
      this.bytes.set(beginning, at);
      count = (count + 1) & 0xffffff;
      for (let digit = 0; digit < 4; digit++) {
        this.bytes[at + ID_BYTES - 1 - digit] = DIGIT_BYTES[(count >> (6 * digit)) & 63] ?? 0;
      }
    }
  }

  at(place: number): string {
    return this.bytes.toString('latin1', place * ID_BYTES, (place + 1) * ID_BYTES);
  }
}

/** Refuses what cannot be the id of a document. */
export function checkId(id: string): void {
  const bytes = Buffer.byteLength(id);
  if (bytes > LONGEST_ID) {
    throw illegalArgument(`id [${id}] is too long, must be no longer than ${LONGEST_ID} bytes but was: ${bytes}`);
  }
  if (id === '') throw illegalArgument('if _id is specified it must not be empty');
}
