import type { ChosenFile } from './plan.ts';
import { LARGE_SAMPLE } from './preview-text.ts';

/** Types are guessed from rows: a first line alone makes no template worth having. */
export function fileFaults({
  file,
  preview,
  opened,
}: Pick<ChosenFile, 'file' | 'preview' | 'opened'>): readonly string[] {
  // rows that are there and cannot be read are told with their reason
  if (preview.rows.length > 0 || preview.setAside.length > 0) return [];
  if (opened === undefined && file.size > LARGE_SAMPLE) {
    return [
      'The first row does not end within the first 17 MB; a row may have 16 MB. Look for a quote that is not closed or missing line ends, mend the file and drop it again.',
    ];
  }
  if ((opened?.sheets?.length ?? 0) > 1)
    return [
      'There are no rows below the first line of this sheet. Choose another sheet, or add rows and drop the file again.',
    ];
  return ['There are no rows below the first line. Add rows to the file and drop it again.'];
}
