import type { WriteOperation } from './operation.ts';
import { SourceBytes } from './source-bytes.ts';

const FIRST = 64;

function twice(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** New documents that are given no id, one behind the other: where each stands in bytes that are UTF-8. None is an object of its own. */
export class DocumentLines {
  readonly bytes: Buffer;
  starts = new Int32Array(FIRST);
  ends = new Int32Array(FIRST);
  count = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  add(from: number, to: number): void {
    if (this.count === this.starts.length) {
      this.starts = twice(this.starts);
      this.ends = twice(this.ends);
    }
    this.starts[this.count] = from;
    this.ends[this.count] = to;
    this.count++;
  }

  source(place: number): SourceBytes {
    return new SourceBytes(this.bytes, this.starts[place] ?? 0, this.ends[place] ?? 0);
  }

  /** The same documents as writes of their own. */
  get operations(): readonly WriteOperation[] {
    return Array.from({ length: this.count }, (_, place) => ({
      kind: 'index',
      id: null,
      source: this.source(place),
    }));
  }
}
