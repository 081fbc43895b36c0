import { Select } from '@mantine/core';
import { RoleOption } from './role-option.tsx';
import { ROLES_IN_GROUP } from './role-words.ts';

/** Chooses the role somebody has in a group, in a form of a dialog. */
export function RoleSelect({ value, onChange }: { readonly value: string; readonly onChange: (role: string) => void }) {
  return (
    <Select
      label="Role in this group"
      allowDeselect={false}
      comboboxProps={{ zIndex: 400 }}
      data={ROLES_IN_GROUP.map(({ value, label }) => ({ value, label }))}
      renderOption={({ option, checked }) => <RoleOption value={option.value} checked={checked} />}
      value={value}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
