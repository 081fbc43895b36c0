import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ChildPlatform } from './child-platform.ts';

/** What the client sent, and what it was told. */
export interface Upload {
  readonly template: string;
  readonly name: string;
  readonly requestId: string;
  readonly rows: number;
  readonly bad: number;
  /** `durable` = answered before it was applied; its promise counts just as much. */
  readonly wait: 'durable' | 'applied';
  acknowledged: boolean;
  batch: string;
  tries: number;
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
type Reply = { readonly code: number; readonly data: any; readonly error: unknown };

/** One call; throws when the platform is not there. */
export async function call(
  platform: ChildPlatform,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const raw = typeof body === 'string';
  const response = await fetch(`${platform.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${platform.token}`,
      ...(body !== undefined && { 'content-type': raw ? 'text/csv' : 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  return (await response.json()) as Reply;
}

/** CSV of an upload: every row names it; every tenth bad row is one the ledger must reject. */
function csvOf({ name, rows, bad }: Upload): string {
  const lines = ['upload,row_no,note'];
  for (let i = 0; i < rows; i++) lines.push(`${name},${i},row ${i} of ${name}`);
  for (let i = 0; i < bad; i++) lines.push(`${name},not a number,bad`);
  return `${lines.join('\n')}\n`;
}

export function newUpload(template: string, index: number, random: () => number, isSmall = false): Upload {
  const size = isSmall ? 0 : random();
  return {
    template,
    name: `u${index}`,
    requestId: randomUUID(),
    rows:
      size < 0.5
        ? 1 + Math.floor(random() * 50)
        : size < 0.9
          ? Math.floor(random() * 4000)
          : Math.floor(random() * 40_000),
    bad: random() < (isSmall ? 0.05 : 0.3) ? Math.floor(random() * 5) : 0,
    wait: random() < 0.4 ? 'durable' : 'applied',
    acknowledged: false,
    batch: '',
    tries: 0,
  };
}

/** Sends until it is acknowledged, with one request id, as a client with a bad line would; stops when told to. */
export async function send(platform: ChildPlatform, upload: Upload, stopped: () => boolean): Promise<void> {
  const wait = upload.wait === 'durable' ? '&wait=durable' : '';
  while (!upload.acknowledged && !stopped()) {
    upload.tries++;
    try {
      const reply = await call(platform, 'POST', `/data/csv?template=${upload.template}${wait}`, csvOf(upload), {
        request_id: upload.requestId,
      });
      if (reply.code !== 30) throw new Error(JSON.stringify(reply.error));
      upload.batch = reply.data.batch;
      upload.acknowledged = true;
    } catch {
      await setTimeout(50);
    }
  }
}
