import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** A body that comes in two parts. */
interface TwoParts {
  readonly type: string;
  readonly first: string | Uint8Array;
  readonly rest: string | Uint8Array;
}

const bytesOf = (part: string | Uint8Array): Uint8Array =>
  typeof part === 'string' ? new TextEncoder().encode(part) : part;

const CALLS = 'http.server.request.start';

/** Until a platform of this process has heard of a call. */
const nextCall = (): Promise<void> =>
  new Promise((resolve) => {
    const heard = (): void => {
      unsubscribe(CALLS, heard);
      resolve();
    };
    subscribe(CALLS, heard);
  });

/** Posts the first part of a body, and the rest when `meanwhile`, which begins once the call is heard of, has come to its end. */
export async function sentInTwo(
  address: string,
  token: string | null,
  { type, first, rest }: TwoParts,
  meanwhile: () => Promise<unknown>,
): Promise<Response> {
  const pipe = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pipe.writable.getWriter();
  const begun = nextCall();
  const reply = fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, request_id: crypto.randomUUID(), 'content-type': type },
    body: pipe.readable,
    duplex: 'half',
  } as RequestInit);
  await writer.write(bytesOf(first));
  await begun;
  await meanwhile();
  await writer.write(bytesOf(rest));
  await writer.close();
  return reply;
}
