import { createHash } from 'node:crypto';

/** The four values of a row, as source and index both know them. */
export type ProofRow = readonly [file: string, rowNo: number | string, proof: number | string, note: string];

/** How many rows there are and a checksum of every value of them all, in whatever order they come. */
export class Digest {
  rows = 0;
  #sum = 0n;

  add(row: ProofRow): void {
    this.rows++;
    const hash = createHash('sha256').update(row.join('\u001f')).digest();
    // a sum, unlike an exclusive or, does not lose two equal rows
    this.#sum = (this.#sum + hash.readBigUInt64LE()) & 0xffff_ffff_ffff_ffffn;
  }

  join(other: Digest): void {
    this.rows += other.rows;
    this.#sum = (this.#sum + other.#sum) & 0xffff_ffff_ffff_ffffn;
  }

  toString(): string {
    return `${this.rows} rows with checksum ${this.#sum.toString(16).padStart(16, '0')}`;
  }
}
