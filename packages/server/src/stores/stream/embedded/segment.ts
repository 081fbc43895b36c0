import { type FileHandle, open } from 'node:fs/promises';
import type { BatchHeader } from '../port.ts';
import { type BlockRows, FRAME_HEAD, type FrameHead, isIntact, parseHead, rowsOfFrame, unpack } from './frame.ts';

/** One batch inside a segment file: the byte range of its frames. */
export interface SegmentBatch {
  readonly count: number;
  readonly start: number;
  readonly commitAt: number;
  readonly end: number;
}

/** What a commit frame holds. */
export interface CommitRecord {
  readonly sequence: number;
  readonly header: BatchHeader;
}

const WINDOW = 256 * 1024;

/** Reads frames of one segment file through a window, so that many small frames cost few reads. */
export class SegmentReader {
  readonly #file: FileHandle;
  readonly size: number;
  #window = Buffer.alloc(0);
  #windowAt = 0;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  static async open(path: string): Promise<SegmentReader> {
    const file = await open(path, 'r');
    return new SegmentReader(file, (await file.stat()).size);
  }

  async bytes(at: number, length: number): Promise<Buffer> {
    const from = at - this.#windowAt;
    if (from >= 0 && from + length <= this.#window.length) return this.#window.subarray(from, from + length);
    const want = Math.max(0, Math.min(Math.max(length, WINDOW), this.size - at));
    const buffer = Buffer.allocUnsafe(want);
    const { bytesRead } = await this.#file.read(buffer, 0, want, at);
    this.#window = buffer.subarray(0, bytesRead);
    this.#windowAt = at;
    return this.#window.subarray(0, Math.min(length, bytesRead));
  }

  async head(at: number): Promise<FrameHead | null> {
    const head = parseHead(await this.bytes(at, FRAME_HEAD));
    return head && at + FRAME_HEAD + head.stored <= this.size ? head : null;
  }

  /** @throws Error when the bytes on disk are not those that were written */
  async payload(at: number, frame: FrameHead): Promise<Buffer> {
    const whole = await this.bytes(at, FRAME_HEAD + frame.stored);
    const payload = whole.subarray(FRAME_HEAD);
    if (!isIntact(whole, frame, payload)) throw new Error(`Segment damaged at byte ${at}: checksum does not match.`);
    return unpack(frame, payload);
  }

  async rows(at: number, frame: FrameHead): Promise<BlockRows> {
    return rowsOfFrame(frame, await this.payload(at, frame));
  }

  async isIntact(at: number, frame: FrameHead): Promise<boolean> {
    const whole = await this.bytes(at, FRAME_HEAD + frame.stored);
    return isIntact(whole, frame, whole.subarray(FRAME_HEAD));
  }

  async commitRecord(batch: SegmentBatch): Promise<CommitRecord> {
    const head = await this.head(batch.commitAt);
    if (!head) throw new Error(`Segment damaged at byte ${batch.commitAt}: no commit frame.`);
    return JSON.parse((await this.payload(batch.commitAt, head)).toString('utf8')) as CommitRecord;
  }

  /**
   * The committed batches in order; stops at the first frame that is cut off or, with `verify`, damaged. Commit frames are
   * always verified.
   */
  async *batches(verify: boolean): AsyncGenerator<SegmentBatch> {
    let at = 0;
    let start = 0;
    for (;;) {
      const head = await this.head(at);
      if (!head || ((verify || head.kind === 'commit') && !(await this.isIntact(at, head)))) return;
      const end = at + FRAME_HEAD + head.stored;
      if (head.kind === 'commit') {
        yield { count: head.rows, start, commitAt: at, end };
        start = end;
      }
      at = end;
    }
  }

  /** Block frames of a batch: where they stand and how many rows they hold. */
  async *blocks(batch: SegmentBatch): AsyncGenerator<{ readonly at: number; readonly head: FrameHead }> {
    let at = batch.start;
    while (at < batch.commitAt) {
      const head = await this.head(at);
      if (!head) throw new Error(`Segment damaged at byte ${at}: no frame where one was written.`);
      yield { at, head };
      at += FRAME_HEAD + head.stored;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
