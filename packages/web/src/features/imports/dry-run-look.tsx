import type { DryRunLook } from '@datasarana/client';
import { Panel } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import { placeHead, placeWord } from './batch-name.ts';
import classes from './imports.module.css';

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

interface LookProps {
  readonly look: DryRunLook;
  readonly replaced: number;
  /** Format of the file; missing for delimited text. */
  readonly source: string | undefined;
}

/** What a dry run saw beside its counts: records before and after, rows that are there twice. */
export function LookAtDryRun({ look, replaced, source }: LookProps) {
  const { duplicates } = look;
  return (
    <>
      {look.replaced.length > 0 && (
        <Panel
          title={`Replaced ${formatCount(replaced)}`}
          actions={
            look.replaced.length < replaced ? `first ${look.replaced.length}, before and after` : 'before and after'
          }
        >
          <ReplacedPairs pairs={look.replaced} source={source} />
        </Panel>
      )}
      {duplicates.groups > 0 && (
        <Panel
          title={
            duplicates.by === 'key'
              ? `${formatCount(duplicates.rows)} rows share their key with another`
              : `${formatCount(duplicates.rows)} rows are there more than once`
          }
          actions={duplicates.by === 'key' ? 'the last of each stays' : 'each of them is added'}
        >
          <Duplicates duplicates={duplicates} source={source} />
        </Panel>
      )}
    </>
  );
}

function ReplacedPairs({ pairs, source }: { readonly pairs: DryRunLook['replaced'] } & Pick<LookProps, 'source'>) {
  const fields = [...new Set(pairs.flatMap(({ before, after }) => [...Object.keys(before), ...Object.keys(after)]))];
  const moving = fields.filter((name) => pairs.some((pair) => isChanged(pair, name)));
  const shown = [...fields.filter((name) => !moving.includes(name)).slice(0, 3), ...moving];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe)
    <section className={classes.previewScroll} tabIndex={0} aria-label="Records before and after">
      <table className={classes.preview}>
        <thead>
          <tr>
            <th className={classes.rowNumber}>{placeHead(source)}</th>
            {shown.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <tr key={pair.id}>
              <td className={classes.rowNumber}>{formatCount(pair.line)}</td>
              {shown.map((name) =>
                isChanged(pair, name) ? (
                  <td key={name} className={classes.pair}>
                    <del>{textOf(pair.before[name]) || '(empty)'}</del>{' '}
                    <ins>{textOf(pair.after[name]) || '(empty)'}</ins>
                  </td>
                ) : (
                  <td key={name}>{textOf(pair.after[name])}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const isChanged = ({ changed }: DryRunLook['replaced'][number], name: string): boolean =>
  changed.some((path) => path === name || path.startsWith(`${name}.`));

function Duplicates({ duplicates, source }: Pick<DryRunLook, 'duplicates'> & Pick<LookProps, 'source'>) {
  return (
    <ul className={classes.duplicates}>
      {duplicates.first.map((group) => (
        <li key={group.lines.join(' ')}>
          <b>
            {Object.entries(group.values)
              .slice(0, 4)
              .map(([name, value]) => `${name} ${textOf(value)}`)
              .join(', ')}
          </b>{' '}
          in {placeWord(source)}s {group.lines.map((line) => formatCount(line)).join(', ')}
          {group.rows > group.lines.length && ` and ${formatCount(group.rows - group.lines.length)} more`}
        </li>
      ))}
      {duplicates.groups > duplicates.first.length && (
        <li>and {formatCount(duplicates.groups - duplicates.first.length)} more</li>
      )}
    </ul>
  );
}
