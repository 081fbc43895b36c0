import type { DatabaseSync } from 'node:sqlite';
import type { IngestorState, RowCounts } from '@datasarana/schema';
import type { HeldSource, HeldTask, TaskSettings, TaskTemplate } from '../tasks/task.ts';
import { Displaced } from './displaced.ts';
import { entangled, keyOf } from './entangled.ts';
import { KeptTies } from './kept-ties.ts';
import { KnownInputs } from './known-inputs.ts';
import { type Input, inputOf, sourceOf, type Waiting, type WaitingPart, waitingOf } from './rows.ts';
import { Statements } from './statements.ts';

type Row = Readonly<Record<string, unknown>>;

/** An input as it stands behind rows that were read, and the prints that are to be kept of them. */
interface ReadInput {
  readonly input: Input;
  readonly ties: readonly string[];
}

/** Tasks, how far each input was read, and what waits to be sent. Every method is one transaction on disk. */
export class Progress {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly known: KnownInputs;
  readonly ties: KeptTies;
  readonly displaced: Displaced;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = new Statements(database);
    this.known = new KnownInputs(this.#statements);
    this.ties = new KeptTies(this.#statements);
    this.displaced = new Displaced(this.#statements);
  }

  #run(sql: string, ...values: readonly (string | number | null)[]): void {
    this.#statements.of(sql).run(...values);
  }

  #all(sql: string, ...values: readonly (string | number | null)[]): readonly Row[] {
    return this.#statements.of(sql).all(...values) as readonly Row[];
  }

  #together(work: () => void): void {
    this.#run('BEGIN IMMEDIATE');
    try {
      work();
      this.#run('COMMIT');
    } catch (cause) {
      // of a full disk SQLite takes back what was begun by itself
      if (this.#database.isTransaction) this.#run('ROLLBACK');
      throw cause;
    }
  }

  meta(name: string, make: () => string): string {
    const [row] = this.#all('SELECT value FROM meta WHERE name = ?', name);
    if (row) return String(row.value);
    const value = make();
    this.#run('INSERT INTO meta VALUES (?, ?)', name, value);
    return value;
  }

  note(name: string): string | null {
    const [row] = this.#all('SELECT value FROM meta WHERE name = ?', name);
    return row ? String(row.value) : null;
  }

  keepNote(name: string, value: string): void {
    this.#run('INSERT INTO meta VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2', name, value);
  }

  addBrowser(hash: string, now: number): void {
    this.#run('INSERT INTO browsers VALUES (?, ?)', hash, now);
  }

  /** Forgets one of them, or all; answers how many. */
  forgetBrowsers(hash: string | null): number {
    return this.#all('DELETE FROM browsers WHERE ?1 IS NULL OR hash = ?1 RETURNING hash', hash).length;
  }

  hasBrowser(hash: string): boolean {
    return this.#all('SELECT 1 FROM browsers WHERE hash = ?', hash).length > 0;
  }

  tasks(): readonly HeldTask[] {
    const sources = this.#all('SELECT * FROM sources ORDER BY ts, id').map(sourceOf);
    return this.#all('SELECT * FROM tasks ORDER BY ts, id').map((row) => ({
      id: String(row.id),
      template: JSON.parse(String(row.template)) as TaskTemplate,
      sources: sources.filter(({ task }) => task === row.id),
    }));
  }

  task(id: string): HeldTask | null {
    return this.tasks().find((task) => task.id === id) ?? null;
  }

  source(task: string, id: string): HeldSource | null {
    const [row] = this.#all('SELECT * FROM sources WHERE task = ? AND id = ?', task, id);
    return row ? sourceOf(row) : null;
  }

  add(task: string, template: TaskTemplate, source: HeldSource['source'], settings: TaskSettings, now: number): void {
    this.#together(() => {
      this.#run(
        'INSERT INTO tasks VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET template = excluded.template',
        task,
        JSON.stringify(template),
        now,
      );
      this.#run(
        "INSERT INTO sources (task, id, source, state, ts) VALUES (?, ?, ?, 'Created', ?)",
        task,
        source.id,
        JSON.stringify({ source, settings }),
        now,
      );
    });
  }

  keepTemplate(task: string, template: TaskTemplate): void {
    this.#run('UPDATE tasks SET template = ? WHERE id = ?', JSON.stringify(template), task);
  }

  /** Puts the source's new definition in place of the old; its progress stays. */
  change({ task, id }: HeldSource, source: HeldSource['source'], settings: TaskSettings): void {
    this.#run(
      'UPDATE sources SET source = ? WHERE task = ? AND id = ?',
      JSON.stringify({ source, settings }),
      task,
      id,
    );
  }

  /** Forgets a task with all its progress; answers the spool files that are no longer needed. */
  remove(task: string): readonly string[] {
    const files = this.#all('SELECT file FROM outbox WHERE task = ?', task).map(({ file }) => String(file));
    const inputs = this.#all('SELECT source, name FROM inputs WHERE task = ?', task);
    this.#together(() => {
      for (const { source, name } of inputs) this.ties.takeBack({ task, id: String(source) }, String(name), -1);
      for (const table of ['sources', 'inputs', 'displaced', 'outbox'])
        this.#run(`DELETE FROM ${table} WHERE task = ?`, task);
      this.#run("DELETE FROM meta WHERE name LIKE 'folder ' || ? || ' %'", task);
      this.#run('DELETE FROM tasks WHERE id = ?', task);
    });
    return files;
  }

  turn({ task, id }: HeldSource, state: IngestorState, fault: string | null = null): void {
    this.#run('UPDATE sources SET state = ?, fault = ? WHERE task = ? AND id = ?', state, fault, task, id);
  }

  /** Inputs that were set aside, and a table that was given up, get all their chances anew, but those whose files are gone. */
  retryAside({ task, id }: HeldSource, now: number): void {
    this.#run(
      `UPDATE inputs SET tries = 0, again = ? WHERE task = ? AND source = ? AND (state = 'aside' OR fault IS NOT NULL)
      AND json_extract(mark, '$.gone') IS NULL AND json_extract(mark, '$.kept') IS NULL`,
      now,
      task,
      id,
    );
  }

  /** Those set aside come first, then those that are read now, then the latest. */
  inputs({ task, id }: HeldSource, limit = -1): readonly Input[] {
    const order = "state = 'aside' DESC, state = 'waiting' AND rows > 0 DESC, mtime DESC, name";
    const sql = `SELECT * FROM inputs WHERE task = ? AND source = ? ORDER BY ${order} LIMIT ?`;
    return this.#all(sql, task, id, limit).map(inputOf);
  }

  countInputs({ task, id }: HeldSource): number {
    const [row] = this.#all('SELECT count(*) AS inputs FROM inputs WHERE task = ? AND source = ?', task, id);
    return Number(row?.inputs);
  }

  /** How many inputs are set aside. */
  countAside({ task, id }: HeldSource): number {
    const sql = "SELECT count(*) AS aside FROM inputs WHERE task = ? AND source = ? AND state = 'aside'";
    return Number(this.#all(sql, task, id)[0]?.aside);
  }

  /** Inputs that are not read to their end. */
  unfinished({ task, id }: HeldSource): readonly Input[] {
    const sql = "SELECT * FROM inputs WHERE task = ? AND source = ? AND state <> 'done' ORDER BY mtime DESC, name";
    return this.#all(sql, task, id).map(inputOf);
  }

  input({ task, id }: HeldSource, name: string): Input | null {
    const [row] = this.#all('SELECT * FROM inputs WHERE task = ? AND source = ? AND name = ?', task, id, name);
    return row ? inputOf(row) : null;
  }

  keepInput({ task, id }: HeldSource, input: Input): void {
    const { name, size, mtime, generation, mark, rows, state, fault, tries, again } = input;
    this.#run(
      'INSERT OR REPLACE INTO inputs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      task,
      id,
      name,
      size,
      mtime,
      generation,
      JSON.stringify(mark),
      rows,
      state,
      fault,
      tries,
      again,
    );
  }

  keepInputs(source: HeldSource, inputs: readonly Input[]): void {
    if (inputs.length === 0) return;
    this.#together(() => {
      for (const input of inputs) this.keepInput(source, input);
    });
  }

  /**
   * The file has another name now; what waits of it goes with it. Another file may have its old name already, and that of
   * `displaced` is taken over.
   */
  renameInput(source: HeldSource, from: Input, input: Input, displaced: Input | null = null): void {
    const isOf = (part: WaitingPart) => part.input === from.name && part.before.generation === from.generation;
    const waiting = this.behind(source, 0).filter(({ parts }) => parts.some(isOf));
    this.#together(() => {
      for (const { id, parts } of waiting) {
        const renamed = parts.map((part) => (isOf(part) ? { ...part, input: input.name } : part));
        this.#run('UPDATE outbox SET parts = ? WHERE id = ?', JSON.stringify(renamed), id);
      }
      if (this.input(source, from.name)?.generation === from.generation) this.forgetInput(source, from.name);
      this.displaced.forget(source, from);
      if (displaced) this.displaced.keep(source, displaced, 'replaced');
      this.keepInput(source, input);
    });
  }

  forgetInput({ task, id }: HeldSource, name: string): void {
    this.#run('DELETE FROM inputs WHERE task = ? AND source = ? AND name = ?', task, id, name);
  }

  /** Nothing has the name of an input any more; it may be found under another. */
  forgetDeleted(source: HeldSource, input: Input): void {
    this.#together(() => {
      this.displaced.keep(source, input, 'deleted');
      this.forgetInput(source, input.name);
    });
  }

  /** The input that rows in a batch come from, though another file may have its name by now; null when nothing is known of it. */
  inputBehind(source: HeldSource, { input: name, before }: WaitingPart): Input | null {
    const named = this.input(source, name);
    if (named?.generation === before.generation) return named;
    return this.displaced.find(source, name, before.generation);
  }

  /** What was read waits to be sent, and its inputs stand behind it: all or nothing. */
  enqueue(source: HeldSource, inputs: readonly ReadInput[], waiting: Omit<Waiting, 'id'>): void {
    this.#together(() => {
      for (const { input, ties } of inputs) {
        this.keepInput(source, input);
        this.ties.keep(source, input.name, ties, Number(input.mark.rows));
      }
      this.#wait(source, waiting);
    });
  }

  #wait({ task, id }: HeldSource, { request_id, file, bytes, rows, query, parts }: Omit<Waiting, 'id'>): void {
    this.#run(
      'INSERT INTO outbox (task, source, request_id, file, bytes, rows, query, parts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      task,
      id,
      request_id,
      file,
      bytes,
      rows,
      JSON.stringify(query),
      JSON.stringify(parts),
    );
  }

  /** Puts others in the place of a batch, so that what waits behind it waits behind them. */
  divide(source: HeldSource, waiting: Waiting, others: readonly Omit<Waiting, 'id'>[]): void {
    this.#together(() => {
      const where = 'WHERE task = ? AND source = ? AND id > ?';
      const behind = this.#all(`SELECT id FROM outbox ${where} ORDER BY id`, source.task, source.id, waiting.id);
      this.#run('DELETE FROM outbox WHERE id = ?', waiting.id);
      for (const other of others) this.#wait(source, other);
      const last = '(SELECT max(id) FROM outbox)';
      for (const { id } of behind) this.#run(`UPDATE outbox SET id = ${last} + 1 WHERE id = ?`, Number(id));
    });
  }

  /** The batch that is sent next, behind this one of the outbox. */
  next({ task, id }: HeldSource, behind = 0): Waiting | null {
    const where = 'WHERE task = ? AND source = ? AND id > ?';
    const [row] = this.#all(`SELECT * FROM outbox ${where} ORDER BY id LIMIT 1`, task, id, behind);
    return row ? waitingOf(row) : null;
  }

  /** Batches, rows and bytes that wait, of one source or of all. */
  waiting(source?: HeldSource): { readonly batches: number; readonly rows: number; readonly bytes: number } {
    const sql =
      'SELECT count(*) AS batches, coalesce(sum(rows), 0) AS rows, coalesce(sum(bytes), 0) AS bytes FROM outbox';
    const [row] = source ? this.#all(`${sql} WHERE task = ? AND source = ?`, source.task, source.id) : this.#all(sql);
    return { batches: Number(row?.batches), rows: Number(row?.rows), bytes: Number(row?.bytes) };
  }

  /** The platform has it: counted and forgotten together. */
  acknowledged({ task, id }: HeldSource, waiting: Waiting, counts: RowCounts): void {
    const { read, accepted, replaced, unchanged, rejected } = counts;
    this.#together(() => {
      this.#run('DELETE FROM outbox WHERE id = ?', waiting.id);
      this.#run(
        `UPDATE sources SET read = read + ?, accepted = accepted + ?, replaced = replaced + ?, unchanged = unchanged + ?,
         rejected = rejected + ? WHERE task = ? AND id = ?`,
        read,
        accepted,
        replaced,
        unchanged,
        rejected,
        task,
        id,
      );
    });
  }

  /** What waits of a source from a batch of the outbox on. */
  behind({ task, id }: HeldSource, from: number): readonly Waiting[] {
    const where = 'WHERE task = ? AND source = ? AND id >= ?';
    return this.#all(`SELECT * FROM outbox ${where} ORDER BY id`, task, id, from).map(waitingOf);
  }

  /** A batch with what waits of its inputs behind it. */
  entangled(source: HeldSource, from: Waiting): readonly Waiting[] {
    return entangled(this.behind(source, from.id));
  }

  /**
   * Takes back a batch with what waits of its inputs behind it, and what `isTaken` says of the others behind it: of an input no row is
   * stored behind one that is not. What waits of others stays, as their files may be gone. The inputs stand again where they stood
   * before, as `changed` says. Answers the spool files of what was taken back.
   */
  takeBack(
    source: HeldSource,
    from: Waiting,
    changed: (input: Input) => Input,
    isTaken: (waiting: Waiting) => boolean = () => false,
  ): readonly string[] {
    const taken = entangled(this.behind(source, from.id), isTaken);
    const parts = new Map<string, WaitingPart>();
    for (const part of taken.flatMap((waiting) => waiting.parts))
      if (!parts.has(keyOf(part))) parts.set(keyOf(part), part);
    this.#together(() => {
      for (const part of parts.values()) this.#standAgain(source, part, changed);
      for (const { id } of taken) this.#run('DELETE FROM outbox WHERE id = ?', id);
    });
    return taken.map(({ file }) => file);
  }

  #standAgain(source: HeldSource, part: WaitingPart, changed: (input: Input) => Input): void {
    const input = this.inputBehind(source, part);
    if (!input) return;
    const again = changed({ ...input, ...part.before, state: 'waiting' });
    if (this.input(source, input.name)?.generation === input.generation) {
      this.keepInput(source, again);
      this.ties.takeBack(source, input.name, Number(part.before.mark.rows ?? 0));
    } else this.displaced.change(source, again);
  }

  spoolFiles(): ReadonlySet<string> {
    return new Set(this.#all('SELECT file FROM outbox').map(({ file }) => String(file)));
  }
}
