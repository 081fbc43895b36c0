import type { ChosenFile } from './plan.ts';

/** So much of a file is looked at before it is sent. */
export const SAMPLE_BYTES = 1024 ** 2;

/** Types are guessed from rows: a first line alone makes no template worth having. */
export function fileFaults({
  file,
  preview,
  opened,
}: Pick<ChosenFile, 'file' | 'preview' | 'opened'>): readonly string[] {
  if (preview.rows.length > 0) return [];
  if (opened === undefined && file.size > SAMPLE_BYTES) {
    return [
      'The first row does not end within the first megabyte. Look for a quote that is not closed or missing line ends; if the row is right, put a shorter one before it and drop the file again.',
    ];
  }
  return ['There are no rows below the first line. Add rows to the file and drop it again.'];
}
