/** The lines of a body that are not blank, each without its line end, in blocks as they come in. */
export async function* lineBlocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  let rest: Buffer[] = [];
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(10);
    if (end < 0) {
      rest.push(piece);
      continue;
    }
    const whole = piece.subarray(0, end);
    yield linesOf(rest.length === 0 ? whole : Buffer.concat([...rest, whole]));
    rest = [piece.subarray(end + 1)];
  }
  yield linesOf(Buffer.concat(rest));
}

function linesOf(bytes: Buffer): readonly string[] {
  const lines: string[] = [];
  for (const line of bytes.toString('utf8').split('\n')) {
    const text = line.trim();
    if (text !== '') lines.push(text);
  }
  return lines;
}
