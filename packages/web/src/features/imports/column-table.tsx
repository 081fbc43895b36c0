import { type SchemaItem, ValueType } from '@datasarana/schema';
import { DATE_FORMATS, type DateFormat, likelyDateFormat } from '@datasarana/sources';
import { Button, Checkbox, Select, TextInput, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { SearchSelect } from '../../design/index.ts';
import { sayFunction, sayFunctions } from './functions/function-kinds.ts';
import { openFunctions } from './functions/open-functions.tsx';
import classes from './imports.module.css';
import { type ColumnPlan, fieldsByFunctions, formatOf, type SampledRows, withFunctions } from './plan.ts';
import { shownCell } from './shown-cell.ts';
import { typeOptions } from './type-options.ts';
import { useNear } from './use-near.ts';

interface ColumnTableProps {
  readonly columns: readonly ColumnPlan[];
  /** Fields of the chosen template; null while a new one is made. */
  readonly items: readonly SchemaItem[] | null;
  /** First rows, for the look at what functions do. */
  readonly sampled: SampledRows;
  readonly onChange: (columns: readonly ColumnPlan[]) => void;
}

type ChangeColumn = (at: number, change: Partial<ColumnPlan>) => void;

/** Rows that are drawn whole at once; those of the hundreds more that a file may have come while these are looked at. */
const FIRST_ROWS = 20;

/** Cells of a row behind its name and samples. */
const CHOICES = 6;

/** One line per column: samples, field, type with the reason of its guess, key. */
export function ColumnTable({ columns, items, sampled, onChange }: ColumnTableProps) {
  const latest = useRef({ columns, onChange });
  useLayoutEffect(() => {
    latest.current = { columns, onChange };
  });
  const set = useCallback<ChangeColumn>((at, change) => {
    const { columns: now, onChange: tell } = latest.current;
    tell(now.map((column, i) => (i === at ? { ...column, ...change } : column)));
  }, []);
  const drawn = useDeferredValue(columns.length, FIRST_ROWS);
  const brought = useMemo(() => fieldsByFunctions(columns), [columns]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe)
    <section className={classes.columnsScroll} tabIndex={0} aria-label="Columns">
      <table className={classes.columns}>
        <thead>
          <tr>
            <th>Column</th>
            <th>Samples</th>
            <th>Field</th>
            <th>Type</th>
            <th>Date format</th>
            <th>Functions</th>
            <th>Key</th>
            <th>Required</th>
          </tr>
        </thead>
        <tbody>
          {columns.slice(0, drawn).map((column, i) => (
            <NumberedRow
              key={column.column}
              at={i}
              column={column}
              within={brought.get(column.column)}
              items={items}
              sampled={sampled}
              set={set}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ColumnRowProps {
  readonly column: ColumnPlan;
  /** The field its values go into by a function of another column. */
  readonly within: string | undefined;
  readonly items: readonly SchemaItem[] | null;
  readonly sampled: SampledRows;
  readonly onChange: (change: Partial<ColumnPlan>) => void;
}

interface NumberedRowProps extends Omit<ColumnRowProps, 'onChange'> {
  readonly at: number;
  readonly set: ChangeColumn;
}

/**
 * Drawn again only when it changes: a file may have hundreds of columns. What is chosen for a column comes once it is near: each
 * choice looks through the whole page when it comes, so that all at once would hold it for a minute.
 */
const NumberedRow = memo(({ at, set, ...row }: NumberedRowProps) => {
  const [isNear, watched] = useNear(at < FIRST_ROWS);
  if (isNear) return <ColumnRow {...row} onChange={(change) => set(at, change)} />;
  return (
    <tr ref={watched}>
      <ColumnHead {...row} />
      <td colSpan={CHOICES} />
    </tr>
  );
});

function ColumnRow({ column, within, items, sampled, onChange }: ColumnRowProps) {
  const left = column.field === null;
  const unset = within === undefined ? 'Left out' : `In ${within}`;
  return (
    <tr data-left={(left && within === undefined) || undefined}>
      <ColumnHead column={column} />
      <td data-label="Field">
        {items ? (
          <FieldOfTemplate column={column} unset={unset} items={items} onChange={onChange} />
        ) : (
          <NewField column={column} unset={unset} onChange={onChange} />
        )}
      </td>
      <td data-label="Type">
        <TypeCell column={column} fixed={items !== null} onChange={onChange} />
      </td>
      <td data-label="Date format">
        {column.value_type === ValueType.Date && !left && (
          <Select
            aria-label={`Date format of ${column.column}`}
            size="xs"
            allowDeselect={false}
            data={DATE_FORMATS.map((value) => ({ value, label: value === 'iso' ? 'ISO 8601' : value }))}
            disabled={column.transforms?.some(({ kind }) => kind === 'date') === true}
            value={formatOf(column) ?? 'iso'}
            onChange={(format) => format && onChange({ dateFormat: format as DateFormat })}
          />
        )}
      </td>
      <td data-label="Functions" className={classes.functionsCell}>
        {!left && <FunctionsCell column={column} items={items} sampled={sampled} onChange={onChange} />}
      </td>
      <td data-label="Key">
        <Checkbox
          aria-label={`${column.column} is a key`}
          checked={column.isKey}
          disabled={items !== null || left}
          onChange={(e) => onChange({ isKey: e.currentTarget.checked })}
        />
      </td>
      <td data-label="Required">
        <Checkbox
          aria-label={`${column.column} is required`}
          checked={column.mandatory || column.isKey}
          disabled={items !== null || left || column.isKey}
          onChange={(e) => onChange({ mandatory: e.currentTarget.checked })}
        />
      </td>
    </tr>
  );
}

/** Its name and first values. */
const ColumnHead = ({ column: { column, guess } }: Pick<ColumnRowProps, 'column'>) => (
  <>
    <th scope="row" title={column}>
      {column}
    </th>
    <td className={classes.samples} title={guess.sample.map(shownCell).join('\n')}>
      {guess.sample.slice(0, 4).map(shownCell).join(' · ')}
    </td>
  </>
);

/** What changes the values of a column, and the way to it. */
function FunctionsCell({ column: plan, items, sampled, onChange }: Omit<ColumnRowProps, 'within'>) {
  const { column, transforms = [] } = plan;
  const said = sayFunctions(transforms);
  return (
    <Button
      size="compact-sm"
      {...(said === '' ? { variant: 'subtle', color: 'gray' } : { variant: 'default' })}
      className={classes.functions ?? ''}
      aria-label={said === '' ? `Change values of ${column}` : `Change values of ${column}: ${said}`}
      {...(said === ''
        ? { leftSection: <IconPlus size={14} /> }
        : { title: transforms.map((transform) => sayFunction(transform)).join('\n') })}
      onClick={() =>
        openFunctions(plan, sampled, (next, guess) => onChange(withFunctions(plan, next, guess, items === null)))
      }
    >
      {said === '' ? 'Change' : said}
    </Button>
  );
}

function FieldOfTemplate({
  column,
  unset,
  items,
  onChange,
}: {
  readonly column: ColumnPlan;
  /** What is said where the column has no field. */
  readonly unset: string;
  readonly items: readonly SchemaItem[];
  readonly onChange: ColumnRowProps['onChange'];
}) {
  const own = items.filter((item) => !item.system && item.value_type !== ValueType.Header);
  return (
    <SearchSelect
      aria-label={`Field for ${column.column}`}
      size="xs"
      clearable
      placeholder={unset}
      data={own.map((item) => item.name)}
      value={column.field}
      onChange={(name) => {
        const item = own.find((candidate) => candidate.name === name);
        const dateFormat = item?.value_type === ValueType.Date ? (column.guess.dateFormat ?? 'iso') : undefined;
        onChange({
          field: name,
          dateFormat,
          ...(item && { value_type: item.value_type }),
          isKey: item?.is_key ?? false,
          mandatory: item?.mandatory ?? false,
        });
      }}
    />
  );
}

const NewField = ({
  column,
  unset,
  onChange,
}: Pick<ColumnRowProps, 'column' | 'onChange'> & { readonly unset: string }) => (
  <TextInput
    aria-label={`Field name for ${column.column}`}
    size="xs"
    placeholder={unset}
    value={column.field ?? ''}
    onChange={(e) => onChange({ field: e.currentTarget.value === '' ? null : e.currentTarget.value })}
  />
);

/** How the samples of a column are written as dates, when a person says that they are. */
const dateFormatOf = ({ guess }: ColumnPlan): DateFormat =>
  guess.dateFormat ?? likelyDateFormat(guess.sample.flatMap((cell) => cell ?? [])) ?? 'iso';

function TypeCell({
  column,
  fixed,
  onChange,
}: {
  readonly column: ColumnPlan;
  readonly fixed: boolean;
  readonly onChange: ColumnRowProps['onChange'];
}) {
  const doubtful = !fixed && column.guess.confidence < 0.7;
  return (
    <Tooltip label={column.guess.reason} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Select
        aria-label={`Type of ${column.column}`}
        size="xs"
        allowDeselect={false}
        disabled={fixed || column.field === null}
        data={[...typeOptions(column.value_type)]}
        value={String(column.value_type)}
        {...(doubtful && { rightSection: <span className={classes.doubt}>?</span> })}
        onChange={(value) => {
          const value_type = Number(value) as ValueType;
          onChange({
            value_type,
            dateFormat: value_type === ValueType.Date ? dateFormatOf(column) : undefined,
          });
        }}
      />
    </Tooltip>
  );
}
