import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows } from '../store/rows.ts';
import { inTransaction } from '../store/transaction.ts';
import { checkDefinition } from './check.ts';
import type { FieldDefinition, IndexDefinition } from './definition.ts';
import { type FieldColumn, type IndexLayout, layoutIndex } from './layout.ts';
import { findReturning } from './returning.ts';
import { asOfNow, createTables, dropTables, extendTables } from './tables.ts';

const absent = (index: string): PlatformError =>
  new PlatformError(`There is no index "${index}"`, {
    code: ReplyCode.NotFound,
    type: 'not_found',
    http: 404,
    openSearch: { type: 'index_not_found_exception', index, index_uuid: '_na_' },
  });

/** The indexes of one tenant, as its file has them. */
export class Catalogue {
  readonly #layouts = new Map<string, IndexLayout>();
  #nextId = 1;
  #revision = 0;

  static async load(connection: DuckDBConnection): Promise<Catalogue> {
    const catalogue = new Catalogue();
    const named = async (found: string): Promise<ReadonlySet<string>> =>
      new Set((await allRows(connection, found)).map(({ table_name }) => String(table_name)));
    const tables = await named('SELECT table_name FROM duckdb_tables()');
    const listed = await named("SELECT table_name FROM duckdb_columns() WHERE column_name = 'norms'");
    for (const row of await allRows(connection, 'SELECT id, definition, numbers FROM catalogue')) {
      const layout = layoutIndex(Number(row.id), JSON.parse(String(row.definition)), JSON.parse(String(row.numbers)));
      catalogue.#layouts.set(layout.name, layout);
      catalogue.#nextId = Math.max(catalogue.#nextId, layout.id + 1);
      for (const statement of asOfNow(layout, { tables, listed })) await connection.run(statement);
    }
    await catalogue.#loadStates(connection);
    return catalogue;
  }

  async #loadStates(connection: DuckDBConnection): Promise<void> {
    const byId = new Map([...this.#layouts.values()].map((layout) => [layout.id, layout]));
    for (const row of await allRows(connection, 'SELECT id, shape, template FROM shapes')) {
      byId.get(Number(row.id))?.state.shapes.load(Number(row.shape), String(row.template));
    }
    for (const row of await allRows(connection, 'SELECT id, first FROM waiting_texts')) {
      const layout = byId.get(Number(row.id));
      if (layout) layout.state.waiting = Number(row.first);
    }
    for (const row of await allRows(connection, 'SELECT id, next, next_doc FROM sequences JOIN catalogue USING (id)')) {
      const layout = byId.get(Number(row.id));
      if (layout) layout.state.next = { seqNo: Number(row.next), doc: Number(row.next_doc) };
    }
  }

  /** Goes up with every index that comes, changes or goes. */
  get revision(): number {
    return this.#revision;
  }

  names(): readonly string[] {
    return [...this.#layouts.keys()].sort();
  }

  find(name: string): IndexLayout | undefined {
    return this.#layouts.get(name);
  }

  get(name: string): IndexLayout {
    const layout = this.#layouts.get(name);
    if (layout === undefined) throw absent(name);
    return layout;
  }

  /**
   * Makes the index, or gives an index of that name the new fields and rules; a stored type never changes. `indexTexts` writes the
   * words of texts that were taken out earlier and are there again.
   */
  async put(
    connection: DuckDBConnection,
    given: IndexDefinition,
    indexTexts: (layout: IndexLayout, texts: readonly FieldColumn[]) => Promise<void>,
  ): Promise<void> {
    checkDefinition(given);
    const before = this.#layouts.get(given.name);
    const definition = before ? passingAsBefore(given, before.definition) : given;
    const layout = layoutIndex(before?.id ?? this.#nextId, definition, before?.numbers, before?.state);
    const returning = before && (await findReturning(connection, before, layout));
    if (before) refuseChangedTypes(before, definition, returning?.unfit ?? []);
    await inTransaction(connection, async () => {
      for (const statement of before ? extendTables(before, layout) : createTables(layout))
        await connection.run(statement);
      await writeRow(connection, layout, before !== undefined);
      if (returning && returning.texts.length > 0) await indexTexts(layout, returning.texts);
    });
    this.keep(layout);
  }

  /** Makes an index of stored documents, or brings the one of that name to its new definition by `alter`. */
  async store(
    connection: DuckDBConnection,
    definition: IndexDefinition,
    alter: (before: IndexLayout, after: IndexLayout) => readonly string[],
  ): Promise<IndexLayout> {
    const before = this.#layouts.get(definition.name);
    const layout = layoutIndex(before?.id ?? this.#nextId, definition, before?.numbers, before?.state);
    for (const statement of before ? alter(before, layout) : createTables(layout)) await connection.run(statement);
    await writeRow(connection, layout, before !== undefined);
    if (!before) await connection.run('INSERT INTO sequences VALUES ($id, 0)', { id: layout.id });
    return layout;
  }

  /** Notes a layout once the transaction that stored it has ended well. */
  keep(layout: IndexLayout): void {
    this.#layouts.set(layout.name, layout);
    this.#revision++;
    this.#nextId = Math.max(this.#nextId, layout.id + 1);
  }

  /** Time of the last write to an index, epoch ms; 0 before the first and when there is none of that name. */
  async refreshed(connection: DuckDBConnection, name: string): Promise<number> {
    const id = this.#layouts.get(name)?.id ?? -1;
    const [row] = await allRows(connection, 'SELECT refreshed FROM catalogue WHERE id = $id', { id });
    return Number(row?.refreshed ?? 0);
  }

  /** Gives the index `made` the name of another, whose tables go; ledgers and positions of the name stay. */
  async replace(connection: DuckDBConnection, name: string, made: string): Promise<void> {
    const { id, definition, numbers } = this.get(made);
    const before = this.#layouts.get(name);
    const layout = layoutIndex(id, { ...definition, name }, numbers);
    await inTransaction(connection, async () => {
      if (before) {
        for (const statement of dropTables(before)) await connection.run(statement);
        await connection.run('DELETE FROM catalogue WHERE id = $id', { id: before.id });
        await connection.run('DELETE FROM segments WHERE starts_with(table_name, $tables)', {
          tables: `i${before.id}_`,
        });
      }
      // earlier states are not those the batches replaced: what did can no longer be undone
      await connection.run('DELETE FROM history_since WHERE index_name = $name', { name });
      await connection.run('INSERT INTO history_since VALUES ($name, $since)', { name, since: Date.now() });
      await connection.run('UPDATE catalogue SET name = $name, definition = $definition WHERE id = $id', {
        id,
        name,
        definition: JSON.stringify(layout.definition),
      });
    });
    this.forget(made);
    this.keep(layout);
  }

  async remove(connection: DuckDBConnection, name: string): Promise<void> {
    await inTransaction(connection, () => this.drop(connection, name));
    this.forget(name);
  }

  /** Takes an index out of the file, in the transaction of the connection. */
  async drop(connection: DuckDBConnection, name: string): Promise<void> {
    const layout = this.get(name);
    for (const statement of dropTables(layout)) await connection.run(statement);
    await connection.run('DELETE FROM catalogue WHERE id = $id', { id: layout.id });
    await connection.run('DELETE FROM sequences WHERE id = $id', { id: layout.id });
    await connection.run('DELETE FROM segments WHERE starts_with(table_name, $tables)', { tables: `i${layout.id}_` });
    for (const table of ['shapes', 'waiting_texts'])
      await connection.run(`DELETE FROM ${table} WHERE id = $id`, { id: layout.id });
    for (const table of ['rejects', 'mended'])
      await connection.run(`DELETE FROM ${table} WHERE batch IN (SELECT batch FROM ledgers WHERE index_name = $name)`, {
        name,
      });
    for (const table of ['ledgers', 'replays', 'undone', 'history_since'])
      await connection.run(`DELETE FROM ${table} WHERE index_name = $name`, { name });
  }

  /** Forgets an index once the transaction that dropped it has ended well. */
  forget(name: string): void {
    this.#layouts.delete(name);
    this.#revision++;
  }
}

/** Whether rows stay or pass through is another set of tables: it changes by replacing the index. */
function passingAsBefore(
  { transit: _, ...definition }: IndexDefinition,
  { transit }: IndexDefinition,
): IndexDefinition {
  return { ...definition, ...(transit && { transit }) };
}

const shapeOf = (field: FieldDefinition): string =>
  [field.type, field.list === true ? 'list' : '', field.type === 'text' ? (field.analyser ?? 'standard') : '']
    .join(' ')
    .trim();

function refuseChangedTypes(before: IndexLayout, definition: IndexDefinition, unfit: readonly string[]): void {
  const after = layoutIndex(before.id, definition, before.numbers);
  const changed = [...after.fields.values()].filter((column) => {
    const old = before.fields.get(column.path);
    return old !== undefined && shapeOf(old.field) !== shapeOf(column.field);
  });
  const fields = changed.map(({ path, field }) => {
    const old = before.fields.get(path);
    return [
      path,
      `${field.label}: stored as ${old ? shapeOf(old.field) : 'another type'}, asked for ${shapeOf(field)}`,
    ];
  });
  for (const path of unfit) fields.push([path, `${path} was there before, and its values are stored as another type`]);
  if (definition.source !== before.definition.source) fields.push(['source', 'How the source is kept cannot change']);
  for (const path of changedNested(before, after)) fields.push([path, 'The members of a nested field cannot change']);
  if (fields.length === 0) return;
  throw new PlatformError(`The index "${definition.name}" holds these fields as another type`, {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 409,
    fields: Object.fromEntries(fields),
    hint: 'Give the field a new name, or make a new template and import the rows into it.',
  });
}

const changedNested = (before: IndexLayout, after: IndexLayout): readonly string[] => {
  const members = (layout: IndexLayout, path: string): string =>
    (layout.fields.get(path)?.members ?? []).map((member) => member.path).join('\n');
  return after.own
    .map((column) => column.path)
    .filter((path) => before.fields.has(path) && members(before, path) !== members(after, path));
};

/** Writes the row of an index: its definition and the numbers of its columns, in place of those it had. */
async function writeRow(connection: DuckDBConnection, layout: IndexLayout, isKnown: boolean): Promise<void> {
  const { id, name } = layout;
  const row = { id, definition: JSON.stringify(layout.definition), numbers: JSON.stringify(layout.numbers) };
  if (isKnown)
    await connection.run('UPDATE catalogue SET definition = $definition, numbers = $numbers WHERE id = $id', row);
  else
    await connection.run('INSERT INTO catalogue VALUES ($id, $name, $definition, $numbers, 0, 0, 0, 0, 0)', {
      ...row,
      name,
    });
}
