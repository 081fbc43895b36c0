import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DialogFoot, notify, notifyUnlessAtFields } from '../../design/index.ts';
import { isFailure, useApi } from '../../session/index.ts';

interface AddGroupProps {
  readonly onDone: (id: string) => void;
  readonly onCancel: () => void;
}

/** A group by its name; its people are added once it is there. */
export function AddGroup({ onDone, onCancel }: AddGroupProps) {
  const api = useApi();
  const [form, setForm] = useState({ name: '', description: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [working, setWorking] = useState(false);
  const name = form.name.trim();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWorking(true);
    setErrors({});
    try {
      const description = form.description.trim();
      const body = { name, ...(description !== '' && { description }) };
      const { data } = await api.call<{ id: string }>('tenant.group.add', { body });
      notify.positive({ title: `Group ${name} added` });
      onDone(data.id);
    } catch (error) {
      if (isFailure(error)) setErrors(error.fields);
      notifyUnlessAtFields(error);
    } finally {
      setWorking(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 12 }}>
      <TextInput
        data-autofocus
        label="Name"
        withAsterisk
        value={form.name}
        error={errors.name}
        onChange={(e) => setForm({ ...form, name: e.currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        value={form.description}
        error={errors.description}
        onChange={(e) => setForm({ ...form, description: e.currentTarget.value })}
      />
      <DialogFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={working} disabled={name === ''}>
          Add group
        </Button>
      </DialogFoot>
    </form>
  );
}
