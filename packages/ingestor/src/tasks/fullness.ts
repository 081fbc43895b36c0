import { statfsSync } from 'node:fs';
import type { Service } from './service.ts';

/** What is left of the disk to the noting of what was sent, which makes room again, and to other programs. */
const SPARED_BYTES = 32 * 1024 * 1024;

/** Why no more rows may wait on disk beside so many bytes of them, as a sentence; null = they may. */
export function fullness({ settings }: Service, waiting: number): string | null {
  if (waiting >= settings.spoolBytes) return 'The disk space for waiting rows is used up';
  const { bavail, bsize } = statfsSync(settings.data);
  return bavail * bsize < SPARED_BYTES ? `The disk of ${settings.data} is full: no more rows are read` : null;
}
