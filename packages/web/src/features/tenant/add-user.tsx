import { SCOPES } from '@datasarana/schema';
import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DialogFoot, notify, notifyUnlessAtFields } from '../../design/index.ts';
import { Day } from '../../records/date-value.ts';
import { DayField } from '../../records/day-field.tsx';
import { isFailure, useApi } from '../../session/index.ts';

interface AddUserProps {
  readonly onDone: (id: string) => void;
  readonly onCancel: () => void;
}

/** A person with one sign-in account. If the account is refused the person stays, and the sentence says so. */
export function AddUser({ onDone, onCancel }: AddUserProps) {
  const api = useApi();
  const [form, setForm] = useState({
    full_name: '',
    date_of_birth: null as string | null,
    login_id: '',
    password: '',
    scope: 'User',
  });
  const [user, setUser] = useState<string>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [working, setWorking] = useState(false);
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    setErrors({});
    try {
      let id = user;
      if (id === undefined) {
        const born = Day.fromPicker(form.date_of_birth, null);
        const { data } = await api.call<{ id: string }>('tenant.user.add', {
          body: { full_name: form.full_name, date_of_birth: born },
        });
        id = data.id;
        setUser(id);
      }
      await api.call('account.add', {
        body: {
          user: id,
          login_id: form.login_id,
          password: form.password,
          scope: [form.scope],
          active: true,
          must_change: true,
          status: 'Active',
        },
      });
      notify.positive({ title: `${form.full_name} added` });
      onDone(id);
    } catch (error) {
      if (isFailure(error)) setErrors(error.fields);
      notifyUnlessAtFields(error);
    } finally {
      setWorking(false);
    }
  };
  const ready =
    form.full_name !== '' &&
    Day.forPicker(form.date_of_birth) !== null &&
    form.login_id !== '' &&
    form.password.length >= 12;
  return (
    <form onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 12 }}>
      <TextInput
        data-autofocus
        label="Full name"
        withAsterisk
        disabled={user !== undefined}
        value={form.full_name}
        error={errors.full_name}
        onChange={(e) => set({ full_name: e.currentTarget.value })}
      />
      <DayField
        label="Date of birth"
        withAsterisk
        disabled={user !== undefined}
        value={form.date_of_birth}
        error={errors.date_of_birth}
        popoverProps={{ zIndex: 400 }}
        onChange={(value) => set({ date_of_birth: value })}
      />
      <TextInput
        label="Account"
        withAsterisk
        autoComplete="off"
        value={form.login_id}
        error={errors.login_id}
        onChange={(e) => set({ login_id: e.currentTarget.value })}
      />
      <PasswordInput
        label="First password"
        description="12 characters or more; they set their own at the first sign-in"
        withAsterisk
        autoComplete="new-password"
        value={form.password}
        error={errors.password}
        onChange={(e) => set({ password: e.currentTarget.value })}
      />
      <Select
        label="Role"
        allowDeselect={false}
        data={Object.keys(SCOPES).filter((name) => !['Cluster Administrator', 'Administrator'].includes(name))}
        value={form.scope}
        comboboxProps={{ zIndex: 400 }}
        onChange={(value) => set({ scope: value ?? 'User' })}
      />
      <DialogFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={working} disabled={!ready}>
          Add user
        </Button>
      </DialogFoot>
    </form>
  );
}
