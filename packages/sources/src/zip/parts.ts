import type { ByteSource } from '../files/byte-source.ts';
import { peek } from '../files/peek.ts';
import { type ZipEntry, zipEntryBytes } from './zip.ts';

/** A file of a table that Spark, Hive or Athena wrote in parts: its folder, its number and its ending. */
const PART = /^(.*\/)?part-\d{4,6}(?:-[^/.]*)?(?:\.c\d+)?(\.(?:csv|tsv|txt|json|jsonl|ndjson))?$/;
const OF_OBJECTS = /\.(?:json|jsonl|ndjson)$/;
const LF = 0x0a;

/** The parts of one table by their numbers; none where some of the files are no such parts, or of other tables. */
export function partsAmong(files: readonly ZipEntry[]): readonly ZipEntry[] {
  const kinds = new Set(files.map(({ name }) => PART.exec(name)?.slice(1).join('\0')));
  if (files.length < 2 || kinds.size !== 1 || kinds.has(undefined)) return [];
  return files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Parts as one text: each begins on a line of its own. Where they are `named`, the names of the columns, which each part has, stand in the
 * first alone.
 */
export async function* joinedParts(
  source: ByteSource,
  parts: readonly ZipEntry[],
  named: boolean,
): AsyncGenerator<Uint8Array> {
  let names: string | null = null;
  let last = LF;
  for (const part of parts) {
    const { head, rest } = await peek(zipEntryBytes(source, part));
    const end = named && !OF_OBJECTS.test(part.name) ? head.indexOf(LF) + 1 : 0;
    const line = textOf(head.subarray(0, end));
    let skipped = end > 0 && line === names ? end : 0;
    names ??= line;
    if (last !== LF && head.length > skipped) yield Uint8Array.of(LF);
    for await (const chunk of rest) {
      if (chunk.length > skipped) yield chunk.subarray(skipped);
      last = chunk.at(-1) ?? last;
      skipped = 0;
    }
  }
}

/** Whatever ends the line. */
const textOf = (line: Uint8Array): string => new TextDecoder('latin1').decode(line).trimEnd();
