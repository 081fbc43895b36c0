import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';

/** Resident memory of a process in MB; null where /proc does not tell. `VmHWM` is its peak, `RssAnon` what is no file's. */
export async function memoryMb(
  pid: number | null | undefined,
  which: 'VmRSS' | 'VmHWM' | 'RssAnon',
): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kb = new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1];
  return kb ? Math.round(Number(kb) / 102.4) / 10 : null;
}

/** Has the peak of a process counted from now on; where the system does not allow it, it goes on counting from its start. */
export const forgetPeak = (pid: number | null | undefined): Promise<void> =>
  writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);

const LISTENS = '0A';

/** The process of this machine that listens behind an address; null for one elsewhere. */
export async function listenerOf(url: string): Promise<number | null> {
  const { hostname, port } = new URL(url);
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return null;
  const socket = await listeningSocket(Number(port));
  if (socket === null) return null;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    for (const handle of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const target = await readlink(`/proc/${pid}/fd/${handle}`).catch(() => '');
      if (target === `socket:[${socket}]`) return Number(pid);
    }
  }
  return null;
}

async function listeningSocket(port: number): Promise<string | null> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of (await readFile(table, 'utf8').catch(() => '')).split('\n')) {
      const fields = line.trim().split(/\s+/);
      if (fields[1]?.endsWith(wanted) && fields[3] === LISTENS) return fields[9] ?? null;
    }
  }
  return null;
}
