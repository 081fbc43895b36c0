import { timed } from '../../../bench/figures.ts';
import type { RecordStore } from '../src/stores/records/index.ts';

export const SCOPE = { cluster: 'c', tenant: 't', user: 'bench', roles: [], groups: [], requestId: 'bench' };
export const KIND = 'user';
const SYLLABLES = 'an bu di ra sa wi ta ko ma ri no lu pe ji ha ya'.split(' ');

/** A repeatable stream of numbers in 0…1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function peopleOf(seed: number) {
  const random = randomOf(seed);
  const word = (): string =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
      '',
    );
  const words = Array.from({ length: 5000 }, word);
  const pick = (): string => words[Math.floor(random() ** 2 * words.length)] ?? '';
  const person = (at: number) => {
    const full_name = `${pick()} ${pick()}`;
    const bio = [pick(), pick(), pick(), pick()].join(' ');
    return {
      full_name,
      bio,
      login: `${full_name.replace(' ', '.')}.${at}`,
      email: `p${at}@example.org`,
      date_of_birth: at,
    };
  };
  return { person, words };
}

/** Batches of 5,000 by two writers, so that one prepares its next batch while the other's goes to the disk. */
export async function fill(
  store: RecordStore,
  count: number,
  person: (at: number) => object,
  status: (at: number) => string = () => 'Active',
): Promise<number> {
  const BATCH = 5000;
  let next = 0;
  const writer = async (): Promise<void> => {
    while (next < count) {
      const from = next;
      next += BATCH;
      const changes = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => {
        const id = idOf(from + at);
        return { op: 'add', kind: KIND, id, doc: { ...person(from + at) }, status: status(from + at) } as const;
      });
      await store.write(SCOPE, changes);
    }
  };
  const ms = await timed(() => Promise.all([writer(), writer()]));
  return count / (ms / 1000);
}

export const idOf = (at: number): string => `id-${String(at).padStart(9, '0')}`;
