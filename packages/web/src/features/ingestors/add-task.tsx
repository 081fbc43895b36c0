import { isFailure } from '@datasarana/client';
import { Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { notifyFailure } from '../../design/index.ts';
import { useTemplates } from '../templates/template-calls.ts';
import type { TaskForm } from './ingestor-tasks.ts';
import classes from './ingestors.module.css';

interface AddTaskProps {
  readonly onAdd: (form: TaskForm) => Promise<void>;
  readonly onCancel: () => void;
}

const PLACEHOLDERS: Readonly<Record<string, { readonly label: string; readonly example: string }>> = {
  'At time': { label: 'Date and time', example: '2026-12-01T18:00' },
  Cron: { label: 'Cron line', example: '0 6 * * 1-5' },
};

const START: Omit<TaskForm, 'template'> & { readonly template: string | null } = {
  template: null,
  file: '',
  mode: 'Continuous',
  schedule: 'Immediately',
  at: '',
  batches: 'bulk',
  watch_events: ['Created', 'Modified'],
  on_error: 'Ignore',
  slow_mo: false,
  start: true,
};

const popover = { comboboxProps: { zIndex: 400 }, allowDeselect: false } as const;

/** A task: which files, into which template, when and how (TSK-01, TSK-05). */
export function AddTask({ onAdd, onCancel }: AddTaskProps) {
  const templates = useTemplates();
  const [form, setForm] = useState(START);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [working, setWorking] = useState(false);
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change });
  const deployed = (templates.data ?? []).filter((template) => template.deployed);
  const template = deployed.find(({ id }) => id === form.template);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!template) return;
    setWorking(true);
    setErrors({});
    try {
      await onAdd({ ...form, template: { id: template.id, name: template.name } });
    } catch (error) {
      if (isFailure(error)) setErrors(error.fields);
      notifyFailure(error);
    } finally {
      setWorking(false);
    }
  };
  const moment = PLACEHOLDERS[form.schedule];
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <Select
        {...popover}
        data-autofocus
        label="Template"
        withAsterisk
        searchable
        placeholder={templates.isPending ? 'Loading' : 'Where the rows go'}
        nothingFoundMessage="No deployed template"
        data={deployed.map(({ id, name }) => ({ value: id, label: name }))}
        value={form.template}
        onChange={(value) => set({ template: value })}
      />
      <TextInput
        label="File or pattern"
        description="On the ingestor's machine; * stands for any letters"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        placeholder="/data/in/*.csv"
        value={form.file}
        error={errors['source.file']}
        onChange={(event) => set({ file: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <Select
          {...popover}
          label="Mode"
          data={[
            { value: 'Continuous', label: 'Continuous' },
            { value: 'Once', label: 'Once' },
          ]}
          value={form.mode}
          onChange={(value) => set({ mode: value ?? form.mode })}
        />
        <Select
          {...popover}
          label="Batches"
          data={[
            { value: 'bulk', label: '500 rows' },
            { value: 'adaptive', label: 'Grow while the platform keeps up' },
            { value: 'single', label: 'Row by row' },
          ]}
          value={form.batches}
          onChange={(value) => set({ batches: (value ?? form.batches) as TaskForm['batches'] })}
        />
        <Select
          {...popover}
          label="Schedule"
          data={['Immediately', 'At time', 'Cron']}
          value={form.schedule}
          onChange={(value) => set({ schedule: value ?? form.schedule })}
        />
        {moment && (
          <TextInput
            label={moment.label}
            placeholder={moment.example}
            withAsterisk
            value={form.at}
            error={errors['task.at']}
            onChange={(event) => set({ at: event.currentTarget.value })}
          />
        )}
        <Select
          {...popover}
          label="On error"
          data={[
            { value: 'Ignore', label: 'Ignore: set bad rows aside' },
            { value: 'Retry', label: 'Retry: five more times' },
            { value: 'Stop', label: 'Stop at the bad row' },
          ]}
          value={form.on_error}
          onChange={(value) => set({ on_error: value ?? form.on_error })}
        />
      </div>
      <MultiSelect
        label="Watched events"
        data={['Created', 'Modified', 'Deleted']}
        value={[...form.watch_events]}
        error={errors['task.watch_events']}
        comboboxProps={{ zIndex: 400 }}
        onChange={(value) => set({ watch_events: value })}
      />
      <Checkbox
        label="Pause one second between batches"
        checked={form.slow_mo}
        onChange={(event) => set({ slow_mo: event.currentTarget.checked })}
      />
      <Checkbox
        label="Start at once"
        checked={form.start}
        onChange={(event) => set({ start: event.currentTarget.checked })}
      />
      <div className={classes.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="filled"
          loading={working}
          disabled={!template || form.file.trim() === '' || (moment !== undefined && form.at === '')}
        >
          Add task
        </Button>
      </div>
    </form>
  );
}
