import { type ChildProcess, spawn } from 'node:child_process';

/** A program of ours in a process of its own, so that it can be killed without mercy. */
export class Child {
  readonly #name: string;
  #process: ChildProcess | null = null;
  #output = '';

  /** `name` is how messages call it. */
  constructor(name: string) {
    this.#name = name;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** The last of what it wrote, both streams. */
  get output(): string {
    return this.#output;
  }

  /** Starts it and waits for the address it says. @throws Error with its output when it ends before */
  protected async launch(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
    this.#output = '';
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    this.#process = child;
    const address = Promise.withResolvers<string>();
    const take = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk).slice(-20_000);
      const found = /listens on (\S+)/.exec(this.#output)?.[1];
      if (found) address.resolve(found);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('exit', (code) => address.reject(new Error(`${this.#name} stopped with ${code}:\n${this.#output}`)));
    address.promise.catch(() => {});
    return address.promise;
  }

  /** SIGKILL: nothing is flushed, nothing is said. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** SIGTERM: it may finish what it is at. */
  terminate(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }
}
