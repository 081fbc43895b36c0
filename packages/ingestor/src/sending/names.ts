import { type RowCounts, withoutLabel } from '@datasarana/schema';
import { rowCount } from '../console/row-count.ts';
import type { Waiting } from '../state/rows.ts';
import type { HeldSource } from '../tasks/task.ts';

/** A batch is called by its file; of a table by the name its source was given. */
export function nameOf({ source: { format, name } }: HeldSource, { parts }: Waiting): string {
  const [first, last] = [parts[0], parts.at(-1)].map((part) => part?.input.split(/[\\/]/).at(-1));
  if (parts.length > 1) return `${parts.length} files from ${first} to ${last}`;
  const line = parts[0]?.line ?? 1;
  return format === 'database' ? `${name} from row ${line}` : `${first} from line ${line}`;
}

/** Where a line of a batch stands in its own input. */
export function placeOf({ parts }: Waiting, line: number): string {
  const part = parts.findLast(({ at }) => at <= line) ?? parts[0];
  return part ? `${part.input}, line ${part.line + line - part.at}` : `line ${line}`;
}

/** What is wrong in a row, with its place; one that is wrong as a whole names no field. */
export function toldFault(
  waiting: Waiting,
  { line, field, reason }: { readonly line: number; readonly field: string; readonly reason: string },
): string {
  const place = placeOf(waiting, line);
  return field === '' ? `${place}: ${reason}` : `${place}: ${field}: ${withoutLabel(field, reason)}`;
}

/** What a batch holds, with whole paths. */
export function toldOf({ parts }: Waiting): string {
  const [first, last] = [parts[0], parts.at(-1)];
  return parts.length === 1
    ? `${first?.input} from line ${first?.line}`
    : `${parts.length} files from ${first?.input} to ${last?.input}`;
}

/** A ledger in one line. */
export const told = ({ read, accepted, replaced, unchanged, rejected }: RowCounts): string =>
  `${rowCount(read)} = ${accepted} new + ${replaced} replaced + ${unchanged} unchanged + ${rejected} rejected`;
