import type { BatchAnswer, DryRunLook } from '@datasarana/client';
import type { SchemaItem } from '@datasarana/schema';
import { Panel } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import { placeHead, placeWord } from './batch-name.ts';
import classes from './imports.module.css';
import { lookColumns } from './look-columns.ts';
import { LookTable } from './look-table.tsx';

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

interface LookProps {
  readonly look: DryRunLook;
  readonly ledger: BatchAnswer;
  readonly items: readonly SchemaItem[];
  /** Format of the file; missing for delimited text. */
  readonly source: string | undefined;
}

/** What a dry run saw beside its counts: records as they will stand, before and after, and rows that are there twice. */
export function LookAtDryRun({ look, ledger, items, source }: LookProps) {
  const { added, replaced, duplicates } = look;
  return (
    <>
      {replaced.length > 0 && (
        <Panel
          title={`Replaced ${formatCount(ledger.replaced)}`}
          actions={
            replaced.length < ledger.replaced ? `first ${replaced.length}, before and after` : 'before and after'
          }
        >
          <ReplacedPairs pairs={replaced} items={items} source={source} />
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
      {added.length > 0 && (
        <Panel
          title={`New ${formatCount(ledger.accepted)}`}
          actions={added.length < ledger.accepted ? `first ${added.length}, as they will stand` : 'as they will stand'}
        >
          <AddedRows rows={added} items={items} source={source} />
        </Panel>
      )}
    </>
  );
}

interface AddedRowsProps extends Pick<LookProps, 'items' | 'source'> {
  readonly rows: DryRunLook['added'];
}

function AddedRows({ rows, items, source }: AddedRowsProps) {
  const columns = lookColumns(
    items,
    rows.map(({ values }) => values),
  );
  const shown = rows.map(({ line, values }) => ({ id: String(line), line, values }));
  return <LookTable label="New records" last place={placeHead(source)} columns={columns} rows={shown} />;
}

interface ReplacedPairsProps extends Pick<LookProps, 'items' | 'source'> {
  readonly pairs: DryRunLook['replaced'];
}

function ReplacedPairs({ pairs, items, source }: ReplacedPairsProps) {
  const columns = lookColumns(
    items,
    pairs.flatMap(({ before, after }) => [before, after]),
  );
  const moving = columns.filter(({ field }) => pairs.some((pair) => isChanged(pair, field)));
  const shown = [...columns.filter((column) => !moving.includes(column)).slice(0, 3), ...moving];
  const rows = pairs.map((pair) => ({
    id: pair.id,
    line: pair.line,
    values: pair.after,
    before: pair.before,
    isChanged: (field: string) => isChanged(pair, field),
  }));
  return <LookTable label="Records before and after" place={placeHead(source)} columns={shown} rows={rows} />;
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
