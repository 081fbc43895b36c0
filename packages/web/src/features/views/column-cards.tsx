import { isNumberType } from '@datasarana/schema';
import { ActionIcon, CloseButton, Select, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { TOTAL_WORDS, type ViewColumn, type ViewDefinition } from '../../views/definition.ts';
import { changed } from './changed.ts';
import { columnTotals, type DesignField } from './designer-fields.ts';
import { SlotSection } from './field-list.tsx';
import { FormatFields } from './format-fields.tsx';
import { AddField, moved } from './slot-parts.tsx';
import { fits, placeField } from './slots.ts';
import classes from './views.module.css';

interface ColumnSlotProps {
  readonly view: ViewDefinition;
  readonly fields: readonly DesignField[];
  readonly onChange: (view: ViewDefinition) => void;
}

/** What a table shows of each record, in its order (VIS-12). */
export function ColumnSlot({ view, fields, onChange }: ColumnSlotProps) {
  const { columns = [] } = view;
  const set = (next: readonly ViewColumn[]): void => onChange({ ...view, columns: next });
  const free = fields.filter(
    (field) => fits(field, 'columns') && !columns.some((column) => column.field === field.name),
  );
  return (
    <SlotSection slot="columns" view={view} fields={fields} onChange={onChange} empty={columns.length === 0}>
      {columns.map((column, i) => (
        <ColumnCard
          key={column.field}
          column={column}
          onUp={i > 0 ? () => set(moved(columns, i, -1)) : undefined}
          onDown={i < columns.length - 1 ? () => set(moved(columns, i, 1)) : undefined}
          onChange={(next) => set(columns.map((old, at) => (at === i ? next : old)))}
          onRemove={() => set(columns.filter((_, at) => at !== i))}
        />
      ))}
      <AddField label="Add a column" fields={free} onAdd={(field) => onChange(placeField(view, field, 'columns'))} />
    </SlotSection>
  );
}

interface ColumnCardProps {
  readonly column: ViewColumn;
  readonly onChange: (column: ViewColumn) => void;
  readonly onRemove: () => void;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
}

const NONE = 'none';

function ColumnCard({ column, onChange, onRemove, onUp, onDown }: ColumnCardProps) {
  const { field, value_type, label, total } = column;
  const totals = columnTotals({ name: field, label: field, value_type });
  const change = (parts: Parameters<typeof changed<ViewColumn>>[1]): void => onChange(changed(column, parts));
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <b>{field}</b>
        <span className={classes.role} />
        {[
          { way: 'up', move: onUp, Arrow: IconArrowUp },
          { way: 'down', move: onDown, Arrow: IconArrowDown },
        ].map(({ way, move, Arrow }) => (
          <ActionIcon
            key={way}
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Move ${field} ${way}`}
            disabled={!move}
            onClick={move}
          >
            <Arrow size={14} />
          </ActionIcon>
        ))}
        <CloseButton size="sm" aria-label={`Remove column ${field}`} onClick={onRemove} />
      </div>
      <div className={classes.pair}>
        <TextInput
          label="Label"
          placeholder={field}
          value={label ?? ''}
          onChange={(e) => change({ label: e.currentTarget.value || undefined })}
        />
        {totals.length > 0 && (
          <Select
            label="Total"
            data={[{ value: NONE, label: 'None' }, ...totals.map((value) => ({ value, label: TOTAL_WORDS[value] }))]}
            value={total ?? NONE}
            allowDeselect={false}
            onChange={(value) => change({ total: totals.find((one) => one === value) })}
          />
        )}
      </div>
      {isNumberType(value_type) && <FormatFields format={column.format} onChange={(format) => change({ format })} />}
    </div>
  );
}
