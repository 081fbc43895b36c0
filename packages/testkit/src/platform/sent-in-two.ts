/** A body that comes in two parts. */
interface TwoParts {
  readonly type: string;
  readonly first: string | Uint8Array;
  readonly rest: string | Uint8Array;
}

const bytesOf = (part: string | Uint8Array): Uint8Array =>
  typeof part === 'string' ? new TextEncoder().encode(part) : part;

/** Posts the first part of a body, and the rest when `meanwhile` has come to its end. */
export async function sentInTwo(
  address: string,
  token: string | null,
  { type, first, rest }: TwoParts,
  meanwhile: () => Promise<unknown>,
): Promise<Response> {
  const pipe = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pipe.writable.getWriter();
  const reply = fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, request_id: crypto.randomUUID(), 'content-type': type },
    body: pipe.readable,
    duplex: 'half',
  } as RequestInit);
  await writer.write(bytesOf(first));
  await meanwhile();
  await writer.write(bytesOf(rest));
  await writer.close();
  return reply;
}
