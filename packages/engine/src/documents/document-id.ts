import { randomBytes } from 'node:crypto';
import { illegalArgument } from './refusal.ts';

/** Ids are at most this many bytes, as in OpenSearch. */
const LONGEST_ID = 512;

const RANDOM = 9;
let pool: Buffer = Buffer.alloc(0);
let poolAt = 0;

/** A few random bytes out of many that were made at once. */
function randomPart(): Buffer {
  if (poolAt + RANDOM > pool.length) {
    pool = randomBytes(RANDOM * 4096);
    poolAt = 0;
  }
  poolAt += RANDOM;
  return pool.subarray(poolAt - RANDOM, poolAt);
}

/** Ids made here: time first, so that they come in order and pack well. */
export function makeId(): string {
  const bytes = Buffer.allocUnsafe(6 + RANDOM);
  bytes.writeUIntBE(Date.now(), 0, 6);
  randomPart().copy(bytes, 6);
  return bytes.toString('base64url');
}

/** Refuses what cannot be the id of a document. */
export function checkId(id: string): void {
  const bytes = Buffer.byteLength(id);
  if (bytes > LONGEST_ID) {
    throw illegalArgument(`id [${id}] is too long, must be no longer than ${LONGEST_ID} bytes but was: ${bytes}`);
  }
  if (id === '') throw illegalArgument('if _id is specified it must not be empty');
}
