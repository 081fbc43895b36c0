import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import classes from './column-chooser.module.css';

interface ColumnChooserProps {
  /** All columns a list can show, in their order. */
  readonly columns: readonly { readonly id: string; readonly label: string; readonly fixed?: boolean }[];
  readonly shown: readonly string[];
  readonly onChange: (shown: readonly string[]) => void;
  /** Back to what a list shows by itself. */
  readonly onReset: () => void;
}

/** Which columns a list shows; the one that names the thing always stays. */
export function ColumnChooser({ columns, shown, onChange, onReset }: ColumnChooserProps) {
  const toggle = (id: string, on: boolean): void =>
    onChange(columns.map((column) => column.id).filter((one) => (one === id ? on : shown.includes(one))));
  return (
    <Popover position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <ActionIcon aria-label="Columns" title="Columns">
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.columns}>
          {columns.map(({ id, label, fixed }) => (
            <Checkbox
              key={id}
              label={label}
              checked={fixed === true || shown.includes(id)}
              disabled={fixed === true}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
          ))}
          <Button size="sm" variant="subtle" onClick={onReset}>
            Back to the default
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
