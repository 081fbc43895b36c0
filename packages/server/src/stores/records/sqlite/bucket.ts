/** Write sequences per bucket: 2^35 writes of one kind in one tenant, 2^18 buckets; both together stay exact as a number. */
const SEQUENCES = 2 ** 35;

export const ridOf = (bucket: number, sequence: number): number => bucket * SEQUENCES + sequence;
export const firstRid = (bucket: number): number => bucket * SEQUENCES;
export const lastRid = (bucket: number): number => (bucket + 1) * SEQUENCES - 1;
export const sequenceOf = (rid: number): number => rid % SEQUENCES;

/** Rids are grouped in blocks of this many; a block never reaches over the end of a bucket. */
export const BLOCK = 2 ** 12;

export const blockOf = (rid: number): number => Math.floor(rid / BLOCK);
