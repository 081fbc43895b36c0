import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartRefused } from './start-refused.ts';

/** A data folder belongs to one process at a time. */
export class FolderInUse extends StartRefused {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop that platform, or set DATASARANA_DATA to another folder.`,
    );
    this.name = 'FolderInUse';
  }
}

/**
 * Takes the folder's lock. A lock whose process is gone (SIGKILL, power loss) is taken over.
 * @returns what gives the lock back @throws FolderInUse, StartRefused where nothing can be written
 */
export function lockFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true });
    return locked(folder);
  } catch (cause) {
    if (!(cause instanceof Error) || !('syscall' in cause)) throw cause;
    const remedy = 'Set DATASARANA_DATA to a folder this user may write to.';
    throw new StartRefused(`The data folder ${folder} cannot be used: ${cause.message}. ${remedy}`, { cause });
  }
}

function locked(folder: string): () => void {
  const file = path.join(folder, 'lock');
  for (let tries = 0; tries < 2; tries++) {
    try {
      const handle = openSync(file, 'wx', 0o600);
      writeFileSync(handle, `${process.pid} ${startOf(process.pid) ?? ''}`);
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const [pid = '0', started = ''] = readFileSync(file, 'utf8').split(' ');
      if (isRunning(Number(pid), started)) throw new FolderInUse(folder, Number(pid));
      rmSync(file, { force: true });
    }
  }
  throw new FolderInUse(folder, 0);
}

/** A process id can be given out anew: where the system tells when it started, that must agree too. */
function isRunning(pid: number, started: string): boolean {
  if (!(pid > 0)) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const now = startOf(pid);
  return now === null || started === '' || now === started;
}

/** Start time of a process in clock ticks since boot (Linux); null where it cannot be told. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
