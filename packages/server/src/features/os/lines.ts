/** Bytes of a body that are worked through at once. */
const PART_BYTES = 4 * 1024 * 1024;

const NEWLINE = 10;
const [OPEN, CLOSE] = [123, 125];

/** A body in few large parts, each of whole lines. */
export async function* bodyParts(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let hasLine = false;
  for await (const piece of pieces) {
    waiting.push(piece);
    bytes += piece.length;
    hasLine ||= piece.includes(NEWLINE);
    if (bytes < PART_BYTES || !hasLine) continue;
    const part = Buffer.concat(waiting, bytes);
    const end = part.lastIndexOf(NEWLINE) + 1;
    yield part.subarray(0, end);
    waiting = [part.subarray(end)];
    bytes = part.length - end;
    hasLine = false;
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes);
}

/** Where a line of bytes stands without the spaces around it; `isObject` when it begins and ends as an object does. */
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly isObject: boolean;
}

const isSpace = (byte: number | undefined): boolean => byte === 32 || byte === 13 || byte === 9;

/** The lines of a part. */
export function* linesOf(part: Buffer): Generator<Line> {
  for (let start = 0; start < part.length; ) {
    const found = part.indexOf(NEWLINE, start);
    const end = found < 0 ? part.length : found;
    let from = start;
    let to = end;
    while (from < to && isSpace(part[from])) from++;
    while (from < to && isSpace(part[to - 1])) to--;
    if (from < to) yield { from, to, isObject: part[from] === OPEN && part[to - 1] === CLOSE };
    start = end + 1;
  }
}

/** The lines of a body that are not blank, as texts without the spaces around them. */
export async function* bodyLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const part of bodyParts(pieces)) {
    for (const { from, to } of linesOf(part)) {
      const line = part.toString('utf8', from, to).trim();
      if (line !== '') yield line;
    }
  }
}
