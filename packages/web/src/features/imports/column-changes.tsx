import type { CsvPreview, Transform } from '@datasarana/sources';
import { ActionIcon, Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '../../design/index.ts';
import classes from './batch.module.css';
import { RULES } from './mending-rules.ts';
import type { ColumnPlan } from './plan.ts';
import { ValuePairs } from './value-pairs.tsx';

interface ColumnChangesProps {
  readonly columns: readonly ColumnPlan[];
  readonly preview: CsvPreview;
  readonly onChange: (columns: readonly ColumnPlan[]) => void;
}

/** Functions that values go through before they are read, with ten of them before and after (SRC-07). */
export function ColumnChanges({ columns, preview, onChange }: ColumnChangesProps) {
  const [open, setOpen] = useState<string | null>(null);
  const taken = columns.filter(({ field }) => field !== null);
  const changed = taken.filter(({ column, transforms = [] }) => transforms.length > 0 || column === open);
  const set = (column: string, transforms: readonly Transform[]): void =>
    onChange(columns.map((one) => (one.column === column ? { ...one, transforms } : one)));
  if (taken.length === 0) return null;
  return (
    <Panel
      title="Change values"
      actions={
        <Select
          aria-label="Column to change"
          placeholder="Change a column"
          size="xs"
          searchable
          value={null}
          data={taken.map(({ column }) => column).filter((column) => !changed.some((one) => one.column === column))}
          onChange={setOpen}
        />
      }
    >
      {changed.length === 0 && (
        <p className={classes.quiet}>
          Values are read as they are. Choose a column to change its values on the way in.
        </p>
      )}
      {changed.map((plan) => (
        <ColumnChange
          key={plan.column}
          plan={plan}
          preview={preview}
          onChange={(transforms) => set(plan.column, transforms)}
          onRemove={() => {
            setOpen(null);
            set(plan.column, []);
          }}
        />
      ))}
    </Panel>
  );
}

interface ColumnChangeProps {
  readonly plan: ColumnPlan;
  readonly preview: CsvPreview;
  readonly onChange: (transforms: readonly Transform[]) => void;
  readonly onRemove: () => void;
}

function ColumnChange({ plan, preview, onChange, onRemove }: ColumnChangeProps) {
  const { column, transforms = [] } = plan;
  const [key, setKey] = useState<string | null>(null);
  const [given, setGiven] = useState<readonly string[]>([]);
  const rule = RULES.find((one) => one.key === key);
  return (
    <section className={classes.rule} aria-label={`Change ${column}`}>
      <div className={classes.ruleBar}>
        <b>{column}</b>
        <Select
          aria-label={`Function for ${column}`}
          placeholder={transforms.length > 0 ? transforms.map(({ kind }) => kind).join(', ') : 'Choose a function'}
          searchable
          className={classes.ruleChoice}
          data={RULES.map((one) => ({ value: one.key, label: one.label }))}
          value={key}
          onChange={(next) => {
            setKey(next);
            setGiven([]);
            onChange(RULES.find((one) => one.key === next)?.make([]) ?? []);
          }}
        />
        {rule?.asks.map((label, at) => (
          <TextInput
            key={label}
            aria-label={`${label}, ${column}`}
            placeholder={label}
            value={given[at] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              const next = rule.asks.map((_, i) => (i === at ? value : (given[i] ?? '')));
              setGiven(next);
              onChange(rule.make(next));
            }}
          />
        ))}
        <ActionIcon aria-label={`Leave ${column} as it is`} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {transforms.length > 0 && (
        <ValuePairs columns={preview.columns} rows={preview.rows} column={column} transforms={transforms} />
      )}
    </section>
  );
}
