import { randomBytes } from 'node:crypto';
import { illegalArgument } from './refusal.ts';

/** Ids are at most this many bytes, as in OpenSearch. */
const LONGEST_ID = 512;

/** Tells ids of one process from those of another. */
const PROCESS = randomBytes(6).toString('base64url');
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

let count = randomBytes(3).readUIntBE(0, 3);
let ms = 0;
let time = '';

function timePart(): string {
  const now = Date.now();
  if (now !== ms) {
    const bytes = Buffer.allocUnsafe(6);
    bytes.writeUIntBE(now, 0, 6);
    ms = now;
    time = bytes.toString('base64url');
  }
  return time;
}

const digit = (value: number, place: number): string => DIGITS.charAt((value >> place) & 63);

/** Ids made here differ in their end only: that packs well, and no other document can have one. */
export function makeId(): string {
  count = (count + 1) & 0xffffff;
  return PROCESS + timePart() + digit(count, 18) + digit(count, 12) + digit(count, 6) + digit(count, 0);
}

/** Refuses what cannot be the id of a document. */
export function checkId(id: string): void {
  const bytes = Buffer.byteLength(id);
  if (bytes > LONGEST_ID) {
    throw illegalArgument(`id [${id}] is too long, must be no longer than ${LONGEST_ID} bytes but was: ${bytes}`);
  }
  if (id === '') throw illegalArgument('if _id is specified it must not be empty');
}
