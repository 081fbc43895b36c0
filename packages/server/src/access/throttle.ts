import { AuthorisationStatus, PlatformError, ReplyCode } from '@datasarana/schema';

const HOUR = 3_600_000;
const LOCK_AFTER = 100;
const LOCK_MS = 900_000;
const SLOWEST_MS = 60_000;
/** A try due within this time waits for its turn; a later one is told to come back. */
const PATIENCE_MS = 4_000;
const PER_ADDRESS_PER_MINUTE = 600;
const MINUTE = 60_000;

/** Slows down guessing (AUT-15, SEC-06), alike for login ids that exist and that do not. */
export interface SignInThrottle {
  /** Waits for the pair's turn; throws 429/11 when it is too far away, the login id locked or the address too busy. */
  enter(address: string, loginId: string): Promise<void>;
  failed(address: string, loginId: string): void;
  succeeded(address: string, loginId: string): void;
  /** Counts a call of `address` against its budget only (password and account-check calls). */
  count(address: string): void;
}

const tooMany = (message: string, ms: number, status?: AuthorisationStatus): PlatformError => {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new PlatformError(`${message}; try again in ${seconds} s`, {
    code: ReplyCode.AuthBad,
    type: 'authentication',
    http: 429,
    ...(status !== undefined && { status }),
    hint: 'This slows down who guesses passwords; the account itself is not locked for good.',
    data: { retry_after: seconds },
  });
};

interface Pair {
  failures: number;
  /** Epoch ms of the next try allowed. */
  next: number;
}

/** `clock` gives epoch ms, `wait` resolves after so many ms. */
export function createThrottle(clock: () => number, wait: (ms: number) => Promise<unknown>): SignInThrottle {
  const pairs = new Map<string, Pair>();
  const failures = new Map<string, number[]>();
  const addresses = new Map<string, { since: number; calls: number }>();
  const pairKey = (address: string, loginId: string) => `${address} ${loginId.toLowerCase()}`;

  const forgetOld = (now: number) => {
    if (pairs.size + failures.size + addresses.size < 50_000) return;
    for (const [key, pair] of pairs) if (pair.next + HOUR < now) pairs.delete(key);
    for (const [key, times] of failures) if ((times.at(-1) ?? 0) + HOUR < now) failures.delete(key);
    for (const [key, { since }] of addresses) if (since + MINUTE < now) addresses.delete(key);
  };

  const count = (address: string) => {
    const now = clock();
    const seen = addresses.get(address);
    if (seen === undefined || now - seen.since >= MINUTE) {
      addresses.set(address, { since: now, calls: 1 });
      return;
    }
    seen.calls += 1;
    if (seen.calls > PER_ADDRESS_PER_MINUTE)
      throw tooMany('Too many sign-in calls from this address', seen.since + MINUTE - now);
  };

  const refuseLocked = (loginId: string) => {
    const times = failures.get(loginId.toLowerCase()) ?? [];
    const last = times.at(-1) ?? 0;
    const first = times.at(-LOCK_AFTER);
    const until = last + LOCK_MS;
    if (first !== undefined && last - first <= HOUR && until > clock())
      throw tooMany('This login id is locked after too many failures', until - clock(), AuthorisationStatus.Blocked);
  };

  return {
    count,
    async enter(address, loginId) {
      count(address);
      refuseLocked(loginId);
      const pair = pairs.get(pairKey(address, loginId));
      if (pair === undefined) return;
      const now = clock();
      const due = pair.next - now;
      if (due > PATIENCE_MS) throw tooMany('Too many failed tries', due);
      // Tries that come together take their turns one after another, so that a burst is as slow as a row of tries.
      pair.next = Math.max(pair.next, now) + Math.min(SLOWEST_MS, 1000 * 2 ** (pair.failures - 1));
      if (due > 0) await wait(due);
    },
    failed(address, loginId) {
      const now = clock();
      forgetOld(now);
      const key = pairKey(address, loginId);
      const pair = pairs.get(key) ?? { failures: 0, next: now };
      pair.failures = Math.min(pair.failures + 1, 16);
      pair.next = Math.max(pair.next, now + Math.min(SLOWEST_MS, 1000 * 2 ** (pair.failures - 1)));
      pairs.set(key, pair);
      const times = (failures.get(loginId.toLowerCase()) ?? []).filter((time) => now - time <= HOUR);
      failures.set(loginId.toLowerCase(), [...times, now].slice(-LOCK_AFTER));
    },
    succeeded(address, loginId) {
      pairs.delete(pairKey(address, loginId));
    },
  };
}
