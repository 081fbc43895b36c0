/** The text of a document where it stands in a body that was received: bytes that are UTF-8, made a text when one is asked for. */
export class SourceBytes {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;

  constructor(bytes: Buffer, from: number, to: number) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  get text(): string {
    return this.bytes.toString('utf8', this.from, this.to);
  }
}

export const textOfSource = (source: string | SourceBytes): string =>
  typeof source === 'string' ? source : source.text;
