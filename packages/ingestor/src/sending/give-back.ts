import path from 'node:path';
import { isThere } from '../reading/files.ts';
import { keyOf } from '../state/entangled.ts';
import type { Input, Waiting, WaitingPart } from '../state/rows.ts';
import type { Service } from '../tasks/service.ts';
import type { HeldSource } from '../tasks/task.ts';
import { tidy } from '../tasks/tidy.ts';

/** Of some parts of batches those that can be read again. */
async function readableOf({ progress }: Service, source: HeldSource, parts: readonly WaitingPart[]) {
  const readable = new Set<string>();
  for (const part of parts) {
    const input = progress.inputBehind(source, part);
    if (input && (source.source.format === 'database' || (await isThere(input)))) readable.add(keyOf(part));
  }
  return readable;
}

/** A next try goes by itself. */
const alone = (input: Input): Input => ({ ...input, mark: { ...input.mark, alone: true } });

/**
 * Takes back a batch that was refused; with `all` also what waits behind it and can be read again. What cannot, as its file is gone,
 * is kept beside the spool. Answers a sentence about where; null when nothing had to be kept.
 */
export async function giveBack(
  service: Service,
  source: HeldSource,
  refused: Waiting,
  all = false,
): Promise<string | null> {
  const { progress, spool } = service;
  const behind = all ? progress.behind(source, refused.id) : [refused];
  const readable = await readableOf(
    service,
    source,
    behind.flatMap(({ parts }) => parts),
  );
  const isReadable = ({ parts }: Waiting): boolean => parts.every((part) => readable.has(keyOf(part)));
  const kept: string[] = [];
  // before they are taken back: what is not noted is removed when the service starts again
  if (!isReadable(refused))
    for (const { file, parts } of progress.entangled(source, refused))
      kept.push(await service.refused.keep(spool.path(file), path.basename(parts[0]?.input ?? '')));
  await spool.remove(progress.takeBack(source, refused, alone, (waiting) => all && isReadable(waiting)));
  if (kept.length > 0) tidy(service);
  return kept.length === 0 ? null : `The file is gone; its rows are kept in ${kept.join(', ')}.`;
}

/** Takes back a batch whose rows can be read again, of whatever fault it is; false when they cannot. */
export async function takeBackReadable(service: Service, source: HeldSource, waiting: Waiting): Promise<boolean> {
  const { progress, spool } = service;
  const readable = await readableOf(service, source, waiting.parts);
  if (!waiting.parts.every((part) => readable.has(keyOf(part)))) return false;
  await spool.remove(progress.takeBack(source, waiting, (input) => input));
  return true;
}
