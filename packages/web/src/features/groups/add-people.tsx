import { Button, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { DialogFoot } from '../../design/index.ts';
import { useMay } from '../../session/index.ts';
import { type GroupRow, type PersonRow, personName, useCandidates, useMembership, usePeople } from './group-calls.ts';
import classes from './groups.module.css';
import { RoleSelect } from './role-select.tsx';

interface AddPeopleProps {
  readonly group: GroupRow;
  readonly onDone: () => void;
}

/** Puts people into a group, with a role there if they are to have one. */
export function AddPeople({ group, onDone }: AddPeopleProps) {
  const may = useMay();
  const [text, setText] = useState('');
  const [keyword] = useDebouncedValue(text.trim(), 200);
  const candidates = useCandidates(keyword);
  const present = new Set(usePeople(group.id, keyword, 0).data?.people.map(({ id }) => id));
  const [picked, setPicked] = useState<ReadonlyMap<string, PersonRow>>(new Map());
  const [role, setRole] = useState('');
  const { add, working } = useMembership(group);
  const known = new Map([...picked, ...(candidates.data ?? []).map((one) => [one.id, one] as const)]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // Who is in the group already keeps the role they have, unless one is chosen here.
    if (await add({ people: [...picked.values()], ...(role !== '' && { role }) })) onDone();
  };
  return (
    <form onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 12 }}>
      <MultiSelect
        data-autofocus
        label="People"
        placeholder={picked.size === 0 ? 'Search by name' : ''}
        description={may('tenant people') ? undefined : 'Those you share a group with can be added.'}
        searchable
        hidePickedOptions
        searchValue={text}
        onSearchChange={setText}
        filter={({ options }) => options}
        nothingFoundMessage={candidates.isFetching ? 'Searching' : (candidates.error?.message ?? 'Nobody of this name')}
        comboboxProps={{ zIndex: 400 }}
        data={[...known.values()].map((one) => ({
          value: one.id,
          label: personName(one),
          disabled: present.has(one.id),
        }))}
        renderOption={({ option }) => (
          <span className={classes.candidate}>
            {option.label}
            {option.disabled && <span className="ds-meta">in the group</span>}
          </span>
        )}
        value={[...picked.keys()]}
        onChange={(ids) =>
          setPicked(
            new Map(
              ids.flatMap((id) => {
                const one = known.get(id);
                return one ? [[id, one] as const] : [];
              }),
            ),
          )
        }
      />
      <RoleSelect value={role} onChange={setRole} />
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="filled" loading={working} disabled={picked.size === 0}>
          {picked.size > 1 ? `Add ${picked.size} people` : 'Add person'}
        </Button>
      </DialogFoot>
    </form>
  );
}
