import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { isCommonPassword } from './common-passwords.ts';

const hash = promisify(argon2);

/** OWASP's first choice for argon2id; `memory` in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

/** Turns passwords into salted memory-hard texts and checks them (AUT-14). */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for a null hash (no such account) as for a stored one (AUT-03). */
  verify(password: string, stored: string | null): Promise<boolean>;
}

const derive = (password: string, nonce: Buffer, cost: typeof COST | ParsedHash['cost']): Promise<Buffer> =>
  hash('argon2id', { message: password.normalize('NFKC'), nonce, ...cost });

interface ParsedHash {
  readonly cost: { memory: number; passes: number; parallelism: number; tagLength: number };
  readonly nonce: Buffer;
  readonly tag: Buffer;
}

const print = (nonce: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${nonce.toString('base64')}$${tag.toString('base64')}`;

function parse(stored: string): ParsedHash | null {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/=]+)\$([\w+/=]+)$/.exec(stored);
  if (found === null) return null;
  const [, memory, passes, parallelism, nonce = '', tag = ''] = found;
  const bytes = Buffer.from(tag, 'base64');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: bytes.length },
    nonce: Buffer.from(nonce, 'base64'),
    tag: bytes,
  };
}

export function createPasswords(): Passwords {
  const decoy = { cost: COST, nonce: randomBytes(16), tag: Buffer.alloc(COST.tagLength) };
  return {
    async hash(password) {
      const nonce = randomBytes(16);
      return print(nonce, await derive(password, nonce, COST));
    },
    async verify(password, stored) {
      const { cost, nonce, tag } = (stored === null ? null : parse(stored)) ?? decoy;
      const derived = await derive(password, nonce, cost);
      return timingSafeEqual(derived, tag) && stored !== null;
    },
  };
}

/** The rule a password breaks (AUT-13), in words for the person choosing it; null when it is fine. */
export function passwordFault(password: string, loginId: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return `The password has ${length} characters, it needs at least ${PASSWORD_MIN}`;
  if (length > PASSWORD_MAX) return `The password has ${length} characters, at most ${PASSWORD_MAX} are allowed`;
  if (password.toLowerCase() === loginId.toLowerCase()) return 'The password must not be the login id';
  if (isCommonPassword(password)) return 'The password is one of the common ones that are tried first; choose another';
  return null;
}
