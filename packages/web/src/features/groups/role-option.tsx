import { IconCheck } from '@tabler/icons-react';
import classes from './groups.module.css';
import { roleOfText } from './role-words.ts';

/** A role in the list it is chosen from: its name, and what it permits in the group. */
export function RoleOption({
  value,
  checked = false,
}: {
  readonly value: string;
  readonly checked?: boolean | undefined;
}) {
  const { label, does } = roleOfText(value);
  return (
    <span className={classes.option}>
      <span className={classes.optionName}>
        {label}
        {checked && <IconCheck size={14} aria-hidden />}
      </span>
      <span className={classes.optionDoes}>{does}</span>
    </span>
  );
}
