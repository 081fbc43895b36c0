import type { BatchFile } from '@datasarana/client';
import { Panel } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import classes from './imports.module.css';

const COUNTS = ['read', 'accepted', 'replaced', 'unchanged', 'rejected'] as const;
const HEADS = { read: 'Read', accepted: 'Added', replaced: 'Replaced', unchanged: 'Unchanged', rejected: 'Rejected' };

/** Name of a file without its folders. */
export const ownName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** Files whose rows came in one batch, each with what became of its rows. */
export function BatchFiles({ files }: { readonly files: readonly BatchFile[] }) {
  return (
    <Panel title={`${formatCount(files.length)} files`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe) */}
      <section className={classes.previewScroll} tabIndex={0} aria-label="Files of the batch">
        <table className={classes.preview}>
          <thead>
            <tr>
              <th>File</th>
              {COUNTS.map((count) => (
                <th key={count} className={classes.rowNumber}>
                  {HEADS[count]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <tr key={file.at}>
                <td className={classes.field} title={file.file}>
                  {ownName(file.file)}
                </td>
                {COUNTS.map((count) => (
                  <td key={count} className={classes.rowNumber}>
                    {formatCount(file[count] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
