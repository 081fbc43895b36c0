import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { SigningKey } from '../config/config.ts';

/** The one algorithm tokens are signed with and accepted by (SES-13). */
export const ALGORITHM = 'EdDSA';
/** Life of a token in seconds (SES-13). */
export const TOKEN_LIFE = 8 * 3600;
/** A key signs for 30 days, in ms. */
export const KEY_LIFE = 30 * 86_400_000;

/** The key ring of a running platform; times in epoch ms. */
export interface SigningKeys {
  /** The key that signs at `now`: a fresh one as soon as the newest has signed for 30 days. */
  current(now: number): Promise<SigningKey>;
  /** A key by its id, as long as a token that it signed may live; undefined for any other. */
  checking(kid: string | undefined, now: number): SigningKey | undefined;
}

export async function createSigningKey(now: number): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
  return { kid: randomUUID(), created: now, jwk: await exportJWK(privateKey) };
}

/**
 * A ring that renews itself while the platform runs. `keys` oldest first; `keep` stores a changed ring, and a new key signs
 * nothing before it is stored: after a crash every token given out can still be checked.
 */
export function createSigningKeys(
  keys: readonly SigningKey[],
  keep: (keys: readonly SigningKey[]) => Promise<void>,
): SigningKeys {
  let ring = keys;
  let renewing: Promise<SigningKey> | null = null;

  /** A key that has a successor signed its last token when that one was made. */
  const isChecking = (at: number, now: number): boolean => {
    const successor = ring[at + 1];
    return successor === undefined || now <= successor.created + TOKEN_LIFE * 1000;
  };

  const renew = async (now: number): Promise<SigningKey> => {
    const fresh = await createSigningKey(now);
    const next = [...ring.filter((_, at) => isChecking(at, now)), fresh];
    await keep(next);
    ring = next;
    return fresh;
  };

  return {
    async current(now) {
      const newest = ring.at(-1);
      if (newest && now - newest.created < KEY_LIFE) return newest;
      renewing ??= renew(now).finally(() => {
        renewing = null;
      });
      return renewing;
    },
    checking(kid, now) {
      const at = ring.findIndex((key) => key.kid === kid);
      return at >= 0 && isChecking(at, now) ? ring[at] : undefined;
    },
  };
}
