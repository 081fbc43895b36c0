import { Switch } from '@mantine/core';

interface ToggleProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** One thing to switch on and off, effective at once or with the form it stands in. */
export const Toggle = ({ label, checked, onChange }: ToggleProps) => (
  <Switch label={label} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
);
