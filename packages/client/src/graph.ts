import type { Client } from './client.ts';
import type { Rec } from './endpoint-types.ts';

interface CurrentUser {
  readonly client: Client;
  /** Whether somebody is signed in. */
  readonly isLive: () => boolean;
}

/** Writes to the record graph (GRM-01…03). With nobody signed in they do nothing at all: no request, no error (ROL-03). */
export class Graph {
  readonly #session: CurrentUser;

  constructor(session: CurrentUser) {
    this.#session = session;
  }

  /** Stores a record of a kind and answers it: a known id changes, an unknown one adds. */
  async save(type: string, data: Readonly<Record<string, unknown>>): Promise<Rec | null> {
    if (!this.#session.isLive()) return null;
    return (await this.#session.client.call('graph.save', { body: { type, data } })).data;
  }

  /** Adds an edge; true when there is one now. */
  async link(from: string, to: string, label: string): Promise<boolean> {
    if (!this.#session.isLive()) return false;
    await this.#session.client.call('graph.link', { query: { from, to, label } });
    return true;
  }

  /** Drops a record; true when it is gone now. */
  async drop(type: string, id: string): Promise<boolean> {
    if (!this.#session.isLive()) return false;
    await this.#session.client.call('graph.drop', { body: { type, id } });
    return true;
  }
}
