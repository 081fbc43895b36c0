import { IconPlus } from '@tabler/icons-react';
import { SearchSelect } from '../../design/index.ts';
import type { DesignField } from './designer-fields.ts';

/** A list with one entry moved by so many places. */
export function moved<T>(list: readonly T[], at: number, by: number): readonly T[] {
  const next = [...list];
  const [entry] = next.splice(at, 1);
  if (entry !== undefined) next.splice(at + by, 0, entry);
  return next;
}

interface AddFieldProps {
  readonly label: string;
  readonly fields: readonly DesignField[];
  readonly onAdd: (field: DesignField) => void;
}

/** A picker that adds the chosen field and empties itself. */
export function AddField({ label, fields, onAdd }: AddFieldProps) {
  return (
    <SearchSelect
      aria-label={label}
      placeholder={label}
      leftSection={<IconPlus size={14} />}
      data={fields.map((field) => ({ value: field.name, label: field.name }))}
      value={null}
      onChange={(name) => {
        const field = fields.find((candidate) => candidate.name === name);
        if (field) onAdd(field);
      }}
    />
  );
}
