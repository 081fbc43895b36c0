import { setTimeout } from 'node:timers/promises';
import type { MariaDb } from '../../packages/testkit/src/mariadb.ts';
import type { ChildIngestor } from './child-ingestor.ts';
import type { ChildPlatform } from './child-platform.ts';
import { Digest, type ProofRow } from './digest.ts';
import { follow, type Watched } from './watched.ts';

const COLUMNS = `id bigint PRIMARY KEY, file varchar(20) NOT NULL, row_no varchar(20) NOT NULL,
  proof bigint NOT NULL, note text`;
const TABLES = {
  grown: `CREATE TABLE grown (${COLUMNS})`,
  changed: `CREATE TABLE changed (${COLUMNS}, moved timestamp(6) NOT NULL DEFAULT current_timestamp(6) ON UPDATE current_timestamp(6), KEY (moved))`,
} as const;
const BAD = 'no number';

const selected = ['file', 'row_no', 'proof', 'note'];
const columns = ['id', ...selected, 'moved'].map((name, index) => ({
  name,
  index,
  item_id: selected.includes(name) ? name : null,
  selected: selected.includes(name),
  format: null,
  sample: [],
  transform: [],
}));

/** Two tables of a real MariaDB: one only grows and is followed by its key, the other changes and is followed by a timestamp. */
export class Tables {
  readonly #server: MariaDb;
  readonly #random: () => number;
  #next = { grown: 1, changed: 1 };

  constructor(server: MariaDb, random: () => number) {
    this.#server = server;
    this.#random = random;
  }

  /** Has the ingestor follow both, over the port of a link. */
  async watch(platform: ChildPlatform, ingestor: ChildIngestor, port: number): Promise<readonly Watched[]> {
    const { host, uid, pwd, sql } = this.#server;
    await sql(`CREATE DATABASE chaos; USE chaos; ${TABLES.grown}; ${TABLES.changed};`);
    const watched: Watched[] = [];
    for (const table of ['grown', 'changed'] as const) {
      const changes = table === 'changed';
      const db = { host, port, uid, pwd, database: 'chaos', table, ...(changes && { cursor: 'moved' }) };
      const own = columns.filter(({ name }) => changes || name !== 'moved');
      const source = { format: 'database', provider: 'mysql', db, columns: own };
      const template = await follow(platform, ingestor, table, changes, source);
      watched.push({ id: table, template, changes, truth: () => this.#truth(table) });
    }
    return watched;
  }

  async #truth(table: keyof typeof TABLES) {
    const text = await this.#server.sql(
      `SELECT HEX(CONCAT_WS('\\n\\n', file, row_no, proof, note)) FROM chaos.${table} ORDER BY id`,
    );
    const good = new Digest();
    let bad = 0;
    for (const line of text.split('\n').slice(1)) {
      if (line === '') continue;
      const row = Buffer.from(line, 'hex').toString('utf8').split('\n\n');
      if (row[1] === BAD) bad++;
      else good.add(row as unknown as ProofRow);
    }
    return { good, bad };
  }

  /** Inserts and changes rows, each statement until the server has said that it is done. */
  async write(over: () => boolean): Promise<void> {
    while (!over()) {
      const statement = this.#random() < 0.5 ? this.#grow('grown') : this.#change();
      while (!(await this.#done(statement))) await setTimeout(100);
      await setTimeout(50 + this.#random() * 300);
    }
  }

  #done(statement: string): Promise<boolean> {
    return this.#server.sql(`USE chaos; ${statement}`).then(
      () => true,
      () => false,
    );
  }

  /** The same statement twice leaves the same rows: who sent it does not know whether a crash came before or after. */
  #grow(table: keyof typeof TABLES): string {
    const count = 1 + Math.floor(this.#random() ** 3 * 1500);
    const rows = Array.from({ length: count }, () => {
      const id = this.#next[table]++;
      const bad = table === 'grown' && this.#random() < 0.001;
      const proof = Math.floor(this.#random() * 1_000_000);
      return `(${id}, 'w${Math.floor(id / 1000)}', '${bad ? BAD : id}', ${proof}, 'row ${id}\\nof "${table}", ö')`;
    });
    const all = `INSERT INTO ${table} (id, file, row_no, proof, note) VALUES ${rows.join(', ')}`;
    return `${all} ON DUPLICATE KEY UPDATE proof = VALUES(proof)`;
  }

  #change(): string {
    const most = this.#next.changed - 1;
    if (most < 10 || this.#random() < 0.4) return this.#grow('changed');
    const from = 1 + Math.floor(this.#random() * most);
    const proof = Math.floor(this.#random() * 1_000_000);
    return `UPDATE changed SET proof = ${proof} + id, note = 'changed\\nto ${proof}' WHERE id BETWEEN ${from} AND ${from + Math.floor(this.#random() * 400)}`;
  }
}
