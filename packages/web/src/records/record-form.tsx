import { isGiven, newId, newRecord, type SchemaItem } from '@datasarana/schema';
import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import classes from './record-form.module.css';
import { ValueControl } from './value-control.tsx';
import { itemLabel, valueKind } from './value-kind.ts';

export type RecordValues = Readonly<Record<string, unknown>>;

export interface RecordFormProps {
  readonly items: readonly SchemaItem[];
  readonly value: RecordValues;
  readonly onChange: (value: RecordValues) => void;
  /** path → message (REC-37), paths as `gps.lat` or `contacts.0.address`. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly readOnly?: boolean;
  /** Names drawn without a way to change them. */
  readonly locked?: ReadonlySet<string>;
  readonly columns?: 1 | 2;
  readonly path?: string;
}

const wide: readonly string[] = ['textarea', 'section', 'rows', 'shape', 'heading', 'list', 'choices'];

/** A value under a name that people gave: a field may be called `constructor`, which every object seems to have. */
const ownOf = <T,>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Fields whose `dependency` sibling is empty are not shown (SCH-21). */
const shown = (items: readonly SchemaItem[], value: RecordValues): readonly SchemaItem[] =>
  items.filter(({ dependency }) => !dependency || isGiven(ownOf(value, dependency)));

const asRecord = (value: unknown): RecordValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RecordValues) : {};

/** A form generated from a schema tree (SCR-15): control by value type, objects as sections, nested as editable lists. */
export function RecordForm(props: RecordFormProps) {
  const { items, value, onChange, columns = 2, path = '' } = props;
  const form = (
    <div className={classes.form} data-columns={columns}>
      {shown(items, value).map((item) => (
        <div key={item.id || item.name} className={classes.field} data-wide={wide.includes(valueKind(item))}>
          <Field
            {...props}
            item={item}
            at={path === '' ? item.name : `${path}.${item.name}`}
            current={ownOf(value, item.name)}
            set={(next) => onChange({ ...value, [item.name]: next })}
          />
        </div>
      ))}
    </div>
  );
  return path === '' ? <div className={classes.outer}>{form}</div> : form;
}

interface FieldProps extends RecordFormProps {
  readonly item: SchemaItem;
  readonly at: string;
  readonly current: unknown;
  readonly set: (value: unknown) => void;
}

function Field({ item, at, current, set, errors = {}, readOnly, locked, columns }: FieldProps) {
  const kind = valueKind(item);
  const closed = readOnly === true || locked?.has(item.name) === true;
  const inner = { items: item.items, errors, readOnly: closed, ...(columns && { columns }) };
  if (kind === 'section' && item.items.length > 0)
    return (
      <fieldset className={classes.section}>
        <legend>{itemLabel(item)}</legend>
        <RecordForm {...inner} path={at} value={asRecord(current)} onChange={set} />
      </fieldset>
    );
  if (kind === 'rows' && item.items.length > 0)
    return (
      <NestedRows
        item={item}
        at={at}
        rows={Array.isArray(current) ? current : []}
        set={set}
        inner={inner}
        error={ownOf(errors, at)}
      />
    );
  return <ValueControl item={item} value={current} onChange={set} error={errorAt(errors, at)} readOnly={closed} />;
}

/** What is said against a value, or against one entry of a list that a single control shows. */
const errorAt = (errors: Readonly<Record<string, string>>, at: string): string | undefined =>
  ownOf(errors, at) ?? Object.entries(errors).find(([path]) => path.startsWith(`${at}.`))?.[1];

/** An entry as it starts (REC-03…06); embedded records carry an id of their own. */
const newEntry = ({ items, relationship }: SchemaItem): RecordValues => ({
  ...newRecord(items),
  ...(relationship && items.some(({ name }) => name === 'id') && { id: newId() }),
});

interface NestedProps {
  readonly item: SchemaItem;
  readonly at: string;
  readonly rows: readonly unknown[];
  readonly set: (rows: readonly unknown[]) => void;
  readonly inner: Omit<RecordFormProps, 'value' | 'onChange'>;
  readonly error?: string | undefined;
}

function NestedRows({ item, at, rows, set, inner, error }: NestedProps) {
  const label = itemLabel(item);
  return (
    <fieldset className={classes.section}>
      <legend>
        {label} <span className="ds-meta">{rows.length}</span>
      </legend>
      {error && <p className={classes.error}>{error}</p>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a nested field have their place as identity
        <div key={index} className={classes.row}>
          <RecordForm
            {...inner}
            path={`${at}.${index}`}
            value={asRecord(row)}
            onChange={(next) => set(rows.map((other, place) => (place === index ? next : other)))}
          />
          {!inner.readOnly && (
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconTrash size={14} />}
              onClick={() => set(rows.filter((_, place) => place !== index))}
            >
              Remove {label.toLowerCase()} {index + 1}
            </Button>
          )}
        </div>
      ))}
      {!inner.readOnly && (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => set([...rows, newEntry(item)])}
        >
          Add {label.toLowerCase()}
        </Button>
      )}
    </fieldset>
  );
}
