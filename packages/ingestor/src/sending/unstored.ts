import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BatchAnswer } from '@datasarana/client';
import { rowCount } from '../console/row-count.ts';
import type { Input, Waiting } from '../state/rows.ts';
import { requestIdOf } from '../state/spool.ts';
import type { Service } from '../tasks/service.ts';
import { setAside } from '../tasks/set-aside.ts';
import type { HeldSource } from '../tasks/task.ts';
import { giveBack, takeBackReadable } from './give-back.ts';
import { nameOf, toldFault } from './names.ts';

/** What becomes of a batch that the platform did not store. */

const unpack = promisify(gunzip);

/** A row that made a source with on_error Stop stop. */
export interface BadRow {
  readonly waiting: Waiting;
  /** Good rows of the batch before it. */
  readonly rowsBefore: number;
  readonly reason: string;
}

/** The rows themselves are refused: the input is set aside with the cause, what waits of it is taken back. */
export async function setAsideRefused(service: Service, source: HeldSource, waiting: Waiting, reason: string) {
  const { progress, console } = service;
  const kept = await giveBack(service, source, waiting);
  const [part] = waiting.parts;
  const input = part ? progress.inputBehind(source, part) : null;
  const named = part ? progress.input(source, part.input) : null;
  const fault = kept === null ? reason : `${reason} ${kept}`;
  // another file may have its name by now
  const isOwn = input !== null && (named === null || named.generation === input.generation);
  if (isOwn) setAside(service, source, keeping(input, kept), fault, 'lasts');
  else console.error(source, `${nameOf(source, waiting)}: ${fault}`);
}

/** Takes back rows that are too many at once, to be read in smaller batches; false where they cannot be read again. */
export async function readSmaller(service: Service, source: HeldSource, waiting: Waiting): Promise<boolean> {
  if (!(await takeBackReadable(service, source, waiting))) return false;
  const many = rowCount(waiting.rows);
  service.console.state(source, `${nameOf(source, waiting)}: ${many} at once are too many, fewer are sent`);
  return true;
}

/** Somebody cleared the folder, or a disk came back without it: what is still there is read again. */
export async function readAgain(service: Service, source: HeldSource, waiting: Waiting): Promise<void> {
  const { progress, console, spool } = service;
  await spool.remove(progress.takeBack(source, waiting, (input) => input));
  console.error(source, `${nameOf(source, waiting)}: the rows that waited are gone from the disk; they are read again`);
}

/** One of several files is not as it should be: halves are sent, and halves of those, which shows which one. */
export async function sendApart(service: Service, source: HeldSource, waiting: Waiting): Promise<void> {
  const { progress, spool, console } = service;
  const joint = await unpack(await readFile(spool.path(waiting.file)));
  const { halves } = await import('../reading/join.ts');
  const others: Omit<Waiting, 'id'>[] = [];
  for (const { body, ...half } of halves(waiting, joint))
    others.push({ ...half, ...(await spool.write(body)), request_id: requestIdOf([waiting.request_id], body) });
  progress.divide(source, waiting, others);
  await spool.remove([waiting.file]);
  console.state(source, `${nameOf(source, waiting)}: not all of them were taken, so they are sent in two parts`);
}

/** The ledger was asked for first: with on_error Stop not one row from the first bad one on may be stored. */
export async function firstBadRow({ spool }: Service, waiting: Waiting, ledger: BatchAnswer): Promise<BadRow> {
  const [first] = [...ledger.errors].sort((a, b) => a.line - b.line);
  const line = first?.line ?? 2;
  const text = (await unpack(await readFile(spool.path(waiting.file)))).toString('utf8');
  const delimiter = waiting.query.delimiter ?? ',';
  const { splitRows } = await import('@datasarana/sources');
  const rowsBefore = splitRows(text, delimiter).lines.filter((start) => start < line).length - 1;
  return {
    waiting,
    rowsBefore: Math.max(0, rowsBefore),
    reason: toldFault(waiting, { field: '', reason: 'The row is refused.', ...first, line }),
  };
}

/** Of a file that is gone nothing is forgotten as long as rows of it are kept. */
const keeping = (input: Input, kept: string | null): Input =>
  kept === null ? input : { ...input, mark: { ...input.mark, kept: true } };
