/** A platform, its data engineer, and a data server outside it: what the tests of sources stand on. */
import assert from 'node:assert/strict';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { type DataServer, startDataServer } from '../data-server.fixture.ts';

type Asked = ReturnType<Caller['call']>;

export interface SourceBench {
  readonly at: TestPlatform;
  readonly engineer: Caller;
  readonly outside: DataServer;
  /** A path of the data server, written out. */
  readonly address: (path: string) => string;
  /** Sets the addresses the platform may reach. */
  readonly allow: (entries: readonly string[]) => Asked;
  readonly save: (source: object, caller?: Caller) => Asked;
  /** Saves a source of the data server and answers its id. */
  readonly saved: (source: object) => Promise<string>;
  /** Takes the rows of a source into a template. */
  readonly run: (source: string, template: string, query?: object) => Asked;
  /** A deployed template of `code` and `num1`; answers its id. */
  readonly template: (name: string, keyed?: boolean) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export async function openSourceBench(): Promise<SourceBench> {
  const at = await startPlatform();
  const outside = await startDataServer();
  const engineer = await at.a.as('data engineer');
  const administrator = await at.a.as('cluster administrator');
  const save = (body: object, caller = engineer) => caller.call('PUT', '/schema/source', { body });
  return {
    at,
    engineer,
    outside,
    address: (path) => `http://127.0.0.1:${outside.port}${path}`,
    allow: (entries) => administrator.call('PATCH', '/cluster/outbound', { body: { allow: entries } }),
    save,
    saved: async (source) => {
      const made = await save({ name: 'Outside', type: 'Data', provider: 'rest', columns: [], ...source });
      assert.equal(made.code, 30, JSON.stringify(made));
      return made.data.id;
    },
    run: (source, template, query = {}) =>
      engineer.call('POST', '/data/source', { query: { source, template, ...query } }),
    template: (name, keyed = false) =>
      deployTemplate(engineer, name, [
        { name: 'code', value_type: 8, ...(keyed && { is_key: true, mandatory: true }) },
        { name: 'num1', value_type: 2 },
      ]),
    stop: async () => {
      outside.close();
      await at.stop();
    },
  };
}
