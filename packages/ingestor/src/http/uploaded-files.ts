import { createHash } from 'node:crypto';
import { link, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { Source } from '@datasarana/sources';
import type { Service } from '../tasks/service.ts';
import type { HeldSource } from '../tasks/task.ts';
import type { Uploaded } from './upload.ts';

/** A larger file is judged by its beginning. */
const WHOLE_BYTES = 64 * 1024 * 1024;

/** Folder of the files that were uploaded for a source; it is watched like the source's own. */
export const uploadsOf = (data: string, { task, id }: Pick<HeldSource, 'task' | 'id'>): string =>
  path.join(data, 'uploads', createHash('sha256').update(`${task}\n${id}`).digest('hex').slice(0, 32));

/** SRC-22, ERR-25. */
async function refuseOtherThanFeatures({ path: file, size }: Uploaded): Promise<void> {
  const text = await readFile(file, 'utf8');
  let type: unknown = /"type"\s*:\s*"(\w+)"/.exec(text.slice(0, 64 * 1024))?.[1];
  try {
    if (size <= WHOLE_BYTES) type = Object(JSON.parse(text)).type;
  } catch {
    type = undefined;
  }
  if (type === 'FeatureCollection') return;
  throw new PlatformError('Not a valid GeoJSON file', { code: ReplyCode.FileRead, type: 'validation', http: 422 });
}

/** Gives a file to the sources it names: as one more file to read, or as the pairs of a replacement map (SRC-08). */
export async function giveUpload(service: Service, uploaded: Uploaded, sources: readonly HeldSource[]): Promise<void> {
  try {
    if (uploaded.type === 'spatial') await refuseOtherThanFeatures(uploaded);
    for (const source of sources) {
      if (uploaded.type === 'map') await replacePairs(service, uploaded, source);
      else {
        const folder = uploadsOf(service.settings.data, source);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await link(uploaded.path, path.join(folder, path.basename(uploaded.path)));
        service.console.state(source, `${uploaded.name} was uploaded: ${uploaded.size} bytes`);
      }
    }
  } finally {
    await rm(uploaded.path, { force: true });
  }
}

async function replacePairs(service: Service, { path: file, name, ids }: Uploaded, held: HeldSource): Promise<void> {
  const { readMapPairs } = await import('@datasarana/sources');
  const { pairs } = readMapPairs(await readFile(file, 'utf8'));
  const columns = held.source.columns.map((column): Source['columns'][number] => {
    if (!ids.includes(column.name)) return column;
    const others = column.transform.filter(({ kind }) => kind !== 'map');
    return { ...column, transform: [{ kind: 'map', pairs }, ...others] };
  });
  service.progress.change(held, { ...held.source, columns }, held.settings);
  service.console.state(held, `${name}: ${pairs.length} pairs for ${ids.join(', ')}`);
}
