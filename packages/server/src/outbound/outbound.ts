import { lookup } from 'node:dns/promises';
import { type LookupFunction, connect as openSocket, type Socket } from 'node:net';
import { domainToASCII } from 'node:url';
import { invalid, PlatformError, ReplyCode } from '@datasarana/schema';
import type { Agent } from 'undici';
import type { Scope } from '../access/scope.ts';
import { addressIn, obstacleOf } from './addresses.ts';
import type { AllowList } from './allow-list.ts';
import { Arrivals } from './arrivals.ts';

/** Addresses a name stands for. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Without progress for so long, a call is given up (SEC-07). */
export const PATIENCE_MS = 30_000;

export const upstream = (message: string, hint: string, cause?: unknown): PlatformError =>
  new PlatformError(message, { code: ReplyCode.NoResponse, type: 'upstream', http: 504, hint, cause });

export const refused = (message: string, hint: string): PlatformError =>
  new PlatformError(message, { code: ReplyCode.Failed, type: 'validation', http: 422, hint });

/** Letters of any language, digits, hyphens and underscores between dots. */
const isHostName = (host: string): boolean =>
  /^(?!-)[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)*\.?$/u.test(host) && domainToASCII(host) !== '';

function noHostName(host: string): PlatformError {
  const message = `'${host}' is no name of a host: give it as db.example or an address, without http://, port, path and spaces.`;
  return invalid({ host: message }, message);
}

const hostPort = (host: string, port: number): string =>
  `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`.toLowerCase();

/** A way to one checked address, and a count of what comes over it. */
export interface Line {
  readonly agent: Agent;
  readonly arrivals: Arrivals;
}

/** All the platform calls outside itself: addresses of its own network only when the allow list names them (SEC-07). */
export class Outbound {
  readonly #list: AllowList;
  readonly #resolve: Resolve;
  /** ms without progress after which a call is given up. */
  readonly patience: number;

  constructor(list: AllowList, resolve: Resolve = resolveByDns, patience = PATIENCE_MS) {
    this.#list = list;
    this.#resolve = resolve;
    this.patience = patience;
  }

  /**
   * The address to connect to, looked up once: what is connected to is what was checked.
   *
   * @throws PlatformError 31/422 that names the setting, 36/504 for a name that leads nowhere
   */
  async addressOf(scope: Scope, host: string, port: number): Promise<string> {
    const written = addressIn(host);
    if (written === null && !isHostName(host)) throw noHostName(host);
    const addresses = written ? [written] : await this.#lookUp(host);
    const [first] = addresses;
    if (first === undefined) throw upstream(`The name '${host}' has no address.`, 'Check the name of the host.');
    if ((await this.#list.read(scope)).includes(hostPort(host, port))) return first;
    for (const address of addresses) {
      const obstacle = obstacleOf(address);
      if (obstacle === null) continue;
      const at = address === written ? address : `'${host}' (${address})`;
      throw refused(
        `${at} is ${obstacle}, which the platform does not call by itself.`,
        `A cluster administrator can allow '${hostPort(host, port)}' in the cluster setting 'Outbound addresses' (PATCH /api/cluster/outbound).`,
      );
    }
    return first;
  }

  async #lookUp(host: string): Promise<readonly string[]> {
    try {
      return await this.#resolve(host);
    } catch (cause) {
      throw upstream(`The name '${host}' could not be looked up.`, 'Check the name of the host.', cause);
    }
  }

  /** A connection to a database; `host` and `port` are checked like any address. */
  async connect(scope: Scope, host: string, port: number, signal?: AbortSignal): Promise<Socket> {
    const address = await this.addressOf(scope, host, port);
    return new Promise((resolve, reject) => {
      const socket = openSocket({ host: address, port, timeout: this.patience, ...(signal && { signal }) });
      const late = (): void => {
        socket.destroy(Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' }));
      };
      socket.once('timeout', late);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        socket.off('timeout', late);
        socket.setTimeout(0);
        resolve(socket);
      });
    });
  }

  /** Sends requests to one checked address only, whatever its name stands for by then. Destroy its agent when done. */
  async lineTo(address: string): Promise<Line> {
    // loaded when something outside is called: it takes 20 MB
    const undici = await import('undici');
    const pinned: LookupFunction = (_host, { all }, answer) => {
      const family = address.includes(':') ? 6 : 4;
      if (all) answer(null, [{ address, family }]);
      else answer(null, address, family);
    };
    const connect = undici.buildConnector({ lookup: pinned, timeout: this.patience });
    const arrivals = new Arrivals();
    const agent = new undici.Agent({
      connect: (options, done) =>
        connect(options, (...[fault, socket]) => {
          if (socket) arrivals.watch(socket);
          if (fault) done(fault, null);
          else done(null, socket);
        }),
      connections: 1,
      headersTimeout: this.patience,
      bodyTimeout: this.patience,
    });
    return { agent, arrivals };
  }
}
