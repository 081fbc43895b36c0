import { type LiveRecord, type RecordConflict, type Side, type Values, valueAt } from '@datasarana/client';
import type { SchemaItem } from '@datasarana/schema';
import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { formatListDate } from './format.ts';
import { formatValue } from './format-value.ts';
import classes from './record-editor.module.css';
import { itemLabel } from './value-kind.ts';

interface ConflictPanelProps {
  readonly record: LiveRecord;
  readonly conflict: RecordConflict;
  readonly items: readonly SchemaItem[];
  readonly noun: string;
  readonly onSave: () => Promise<boolean>;
  /** Says what one part of a list is, and how it was changed; `value` undefined = removed. */
  readonly tellPart?: (value: unknown, before: unknown) => string;
}

/** Someone else was faster (REC-38): keep mine, take theirs, or choose field by field. */
export function RecordConflictPanel({ record, conflict, items, noun, onSave, tellPart }: ConflictPanelProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const { values } = record.read();
  const { theirs, clashing, changed } = conflict;
  const side = (name: string): Side => chosen[name] ?? 'mine';
  const text = (name: string, side: Values): string => {
    const value = valueAt(side, name, record.stored);
    if (tellPart && name.includes('.')) return tellPart(value, valueAt(record.stored, name, record.stored));
    const item = [...items, ...record.schema.items].find((one) => one.name === name);
    return item ? formatValue(item, value) : JSON.stringify(value);
  };
  const label = (name: string): string => {
    const part = [record.stored, theirs, values]
      .map((side) => valueAt(side, name, record.stored))
      .find((one) => one !== undefined);
    const item = name.includes('.') ? (part as SchemaItem | undefined) : items.find((one) => one.name === name);
    return itemLabel(item ?? { name, display_name: null });
  };
  const settle = (choose: (name: string) => Side): void => {
    record.resolve(choose);
    if (record.read().modified) void onSave();
  };
  const at = typeof theirs.ts_modified === 'number' ? ` at ${formatListDate(theirs.ts_modified)}` : '';
  return (
    <section role="alert" aria-label="Changed elsewhere" className={classes.conflict}>
      <p>
        <b>This {noun} was changed elsewhere</b>
        {at}, after you opened it here. Your edits are still here.
      </p>
      {clashing.map((name) => (
        <Radio.Group
          key={name}
          label={label(name)}
          value={side(name)}
          onChange={(next) => setChosen({ ...chosen, [name]: next === 'theirs' ? 'theirs' : 'mine' })}
        >
          <div className={classes.sides}>
            <Radio value="mine" label={`Mine: ${text(name, values)}`} />
            <Radio value="theirs" label={`Theirs: ${text(name, theirs)}`} />
          </div>
        </Radio.Group>
      ))}
      {changed.length > 0 && (
        <p className={classes.quiet}>
          Changed there only, taken over: {changed.map((name) => `${label(name)} ${text(name, theirs)}`).join(', ')}
        </p>
      )}
      <div className={classes.choices}>
        <Button size="sm" onClick={() => record.takeTheirs()}>
          Take theirs
        </Button>
        <Button size="sm" onClick={() => settle(() => 'mine')}>
          Keep mine
        </Button>
        {clashing.length > 1 && (
          <Button size="sm" variant="filled" onClick={() => settle(side)}>
            Save as chosen
          </Button>
        )}
      </div>
    </section>
  );
}
