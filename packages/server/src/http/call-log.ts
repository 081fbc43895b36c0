import type { FastifyBaseLogger } from 'fastify';
import { type Level, levels } from 'pino';

/**
 * The log of one call, with its id in each line. It is made when a line is written: to write down what belongs to each of its lines
 * takes as long as to find the route of the call, and most calls have nothing to say.
 */
export class CallLog implements FastifyBaseLogger {
  readonly #base: FastifyBaseLogger;
  readonly #id: string;
  #made: FastifyBaseLogger | null = null;

  /** `options` are those of the route, where it has a level of its own. */
  constructor(base: FastifyBaseLogger, id: string, options: Parameters<FastifyBaseLogger['child']>[1] = {}) {
    this.#base = base;
    this.#id = id;
    if (Object.keys(options).length > 0) this.#made = base.child({ request_id: id }, options);
  }

  get #own(): FastifyBaseLogger {
    this.#made ??= this.#base.child({ request_id: this.#id });
    return this.#made;
  }

  get level(): string {
    return (this.#made ?? this.#base).level;
  }

  set level(level: string) {
    this.#own.level = level;
  }

  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own.child(...given);
  }

  fatal(...given: unknown[]): void {
    this.#write('fatal', given);
  }

  error(...given: unknown[]): void {
    this.#write('error', given);
  }

  warn(...given: unknown[]): void {
    this.#write('warn', given);
  }

  info(...given: unknown[]): void {
    this.#write('info', given);
  }

  debug(...given: unknown[]): void {
    this.#write('debug', given);
  }

  trace(...given: unknown[]): void {
    this.#write('trace', given);
  }

  silent(): void {}

  #write(level: Level, given: readonly unknown[]): void {
    if ((levels.values[level] ?? 0) < (levels.values[this.level] ?? Number.POSITIVE_INFINITY)) return;
    Reflect.apply(this.#own[level], this.#own, given);
  }
}
