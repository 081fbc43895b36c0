import { createHash } from 'node:crypto';

/** A body and its checksum, known once it was read to its end. */
export class Digested implements AsyncIterable<Uint8Array> {
  readonly #body: AsyncIterable<Uint8Array>;
  #sha256: string | null = null;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#body = body;
  }

  /** In hex; null while there may be more. */
  get sha256(): string | null {
    return this.#sha256;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const digest = createHash('sha256');
    for await (const chunk of this.#body) {
      digest.update(chunk);
      yield chunk;
    }
    this.#sha256 = digest.digest('hex');
  }
}

/** The checksum of a whole body, of which nothing is kept. */
export async function sha256Of(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const digested = new Digested(body);
  for await (const _ of digested);
  return digested.sha256;
}
