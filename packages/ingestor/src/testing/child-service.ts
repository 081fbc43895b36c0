import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

/** The service in a process of its own, on a folder that outlives it. */
export class ChildService {
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment;
  }

  /** Answers when it listens. @throws Error with what it said, when it ends instead; the one before is then still held */
  async start(): Promise<{ readonly address: string; readonly code: string }> {
    const started = spawn(process.execPath, [path.join(import.meta.dirname, '..', 'main.ts')], {
      env: { ...process.env, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const listens = await new Promise<{ readonly address: string; readonly code: string }>((resolve, reject) => {
      const take = (chunk: Buffer): void => {
        said += chunk;
        const address = /listens on (\S+)/.exec(said)?.[1];
        if (address) resolve({ address, code: /Pairing code: (\S+)/.exec(said)?.[1] ?? '' });
      };
      started.stdout.on('data', take);
      started.stderr.on('data', take);
      started.once('exit', () => reject(new Error(said)));
    });
    this.#child = started;
    return listens;
  }

  /** Its exit code; null after a signal that killed it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = this.#child;
    this.#child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return null;
    const gone = new Promise<number | null>((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    return gone;
  }
}
