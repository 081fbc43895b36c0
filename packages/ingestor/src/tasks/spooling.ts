import type { Batch, BatchReader } from '../reading/batch-reader.ts';
import { columnQuery } from '../reading/column-query.ts';
import { isSealed, sealOf } from '../reading/files.ts';
import type { Input, Mark } from '../state/rows.ts';
import { requestIdOf } from '../state/spool.ts';
import type { Service } from './service.ts';
import type { HeldSource } from './task.ts';

/** The platform refused the input while it was still being read, or the file was cut. */
export class TakenBack extends Error {}

/** Rows that were read of an input, which stood at `input` before them and stands at `next` behind them. */
export interface Taken {
  readonly input: Input;
  readonly batch: Batch;
  readonly next: Input;
}

/** Where a mark stands, without what only tells the file from others. */
function placeIn(mark: Mark): Mark {
  const { seal: _s, ino: _i, born: _b, touched: _t, alone: _a, anchors: _n, warned: _w, ...place } = mark;
  return place;
}

/** What is read, as it was opened. */
type ReadFile = Pick<BatchReader, 'file' | 'head'>;

/** Where what was read of an input ends in its file, as far as its bytes tell: of what is packed all that there was. */
const endOf = ({ mark: { offset }, size }: Pick<Input, 'mark' | 'size'>, { head }: ReadFile): number | null =>
  typeof offset === 'number' ? offset : head === undefined ? null : size;

/**
 * Asked last, it says that what was read, and what a seal was taken of, stood in one file.
 * @throws TakenBack when the file was cut since it was opened, though it may have grown again
 */
async function refuseCut({ file, head }: ReadFile, end: number): Promise<void> {
  if (file && (await file.stat()).size < end) throw new TakenBack();
  if (file && head !== undefined && !(await isSealed(file, head))) throw new TakenBack();
}

/** The seal of what was read; null where bytes do not tell that. @throws TakenBack when the file was cut meanwhile */
export async function sealed(reader: ReadFile, input: Pick<Input, 'mark' | 'size'>): Promise<string | null> {
  const end = endOf(input, reader);
  if (!reader.file || end === null) return null;
  const seal = await sealOf(reader.file, end);
  await refuseCut(reader, end);
  return seal;
}

/** @throws TakenBack when what was read of an input before does not stand in the file that was opened for it */
export async function refuseUnsealed({ file }: ReadFile, { rows, mark: { seal } }: Input): Promise<void> {
  if (file && rows > 0 && typeof seal === 'string' && !(await isSealed(file, seal))) throw new TakenBack();
}

/**
 * The first batch of a file is sealed at once, so that a later change before its end is seen.
 * @throws TakenBack when the file was cut while it was read
 */
export async function taken(input: Input, batch: Batch, reader: ReadFile): Promise<Taken> {
  const { seal, ino, born, touched } = input.mark;
  const mark: Mark = { ...batch.mark, seal, ino, born, touched };
  const behind = { mark, size: input.size };
  const end = reader.file ? endOf(behind, reader) : null;
  const isNew = end !== null && !(input.rows > 0 && mark.seal);
  if (end !== null && !isNew) await refuseCut(reader, end);
  const kept = isNew ? { ...mark, seal: await sealed(reader, behind) } : mark;
  return {
    input,
    batch,
    next: { ...input, mark: kept, rows: input.rows + batch.rows + batch.aside.length, fault: null },
  };
}

/** Whether an input stands where it stood when it was read: a refusal may have taken it back since. */
export function stillStands({ progress }: Service, source: HeldSource, { name, rows, mark }: Input): boolean {
  const now = progress.input(source, name);
  if (now === null) return rows === 0;
  return now.state !== 'aside' && now.rows === rows && JSON.stringify(now.mark) === JSON.stringify(mark);
}

/**
 * Puts rows of one or more inputs on disk as one batch and notes it together with how far they were read.
 * @throws TakenBack when one of them is to be read again from an earlier place
 */
export async function spoolBatch(service: Service, source: HeldSource, all: readonly Taken[]): Promise<void> {
  // with the readers, which a service at rest does not hold
  const { joined } = await import('../reading/join.ts');
  const { body, parts, query } = joined(all);
  const { file, bytes } = await service.spool.write(body);
  if (!all.every(({ input }) => stillStands(service, source, input))) {
    await service.spool.remove([file]);
    throw new TakenBack();
  }
  const places = all.flatMap(({ input, batch }) => [
    input.name,
    input.generation,
    placeIn(input.mark),
    placeIn(batch.mark),
  ]);
  service.progress.enqueue(
    source,
    all.map(({ next, batch }) => ({ input: next, ties: batch.ties ?? [] })),
    {
      parts,
      request_id: requestIdOf([source.task, source.id, ...places], body),
      file,
      bytes,
      rows: all.reduce((sum, { batch }) => sum + batch.rows, 0),
      query: { ...columnQuery(source.source.columns, all[0]?.batch.occurring), ...query },
    },
  );
  for (const { input, batch } of all)
    for (const { line, reason } of batch.aside.slice(0, 20))
      service.console.error(source, `${input.name}, line ${line}: ${reason}`, 'warning');
}
