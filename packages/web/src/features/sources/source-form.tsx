import { isFailure } from '@datasarana/client';
import { DATABASE_PROVIDERS, DEFAULT_PORTS, LISTED_PROVIDERS, SOURCE_PICKER } from '@datasarana/sources';
import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { notifyFailure } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';
import { DatabaseFields, type FieldsProps } from './database-fields.tsx';
import { PlatformFields } from './platform-fields.tsx';
import { RestFields } from './rest-fields.tsx';
import { type SourceForm as Form, formOf, isDatabaseServer, type SourceRecord, sourceOf } from './source-calls.ts';
import classes from './sources.module.css';

interface SourceFormProps {
  readonly known?: SourceRecord;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** What the platform reads by itself; files are dropped in the import, the others wait for an ingestor. */
const HERE: ReadonlySet<string> = new Set(['url', 'rest', 'mysql', 'sqlserver', 'platform']);

const PROVIDERS = [
  {
    group: 'Files and services',
    items: SOURCE_PICKER.map(({ id, label }) => ({ value: id, label, disabled: !HERE.has(id) })),
  },
  {
    group: 'Databases',
    items: DATABASE_PROVIDERS.map(({ id, label }) => ({ value: id, label, disabled: !HERE.has(id) })),
  },
  {
    group: 'Platforms',
    items: [
      { value: 'platform', label: 'Platform' },
      ...LISTED_PROVIDERS.map(({ id, label }) => ({ value: id, label, disabled: true })),
    ],
  },
];

/** A source: where from, how it is reached, tried out before it is kept (SRC-01, SRC-12…14). */
export function SourceForm({ known, onDone, onCancel }: SourceFormProps) {
  const api = useApi();
  const [form, setForm] = useState<Form>(() => formOf(known, DEFAULT_PORTS.mysql));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [working, setWorking] = useState(false);
  const set = (change: Partial<Form>) => setForm((before) => ({ ...before, ...change }));
  const choose = (provider: string) =>
    set({ provider, ...(isDatabaseServer(provider) && { port: DEFAULT_PORTS[provider], database: '', table: '' }) });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    setErrors({});
    try {
      await api.call('source.save', { body: sourceOf(form, known) });
      onDone();
    } catch (error) {
      if (isFailure(error)) setErrors(error.fields);
      notifyFailure(error);
    } finally {
      setWorking(false);
    }
  };
  const fields = { form, known, errors, set };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        data-autofocus
        label="Name"
        withAsterisk
        value={form.name}
        error={errors.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Select
        label="Source"
        description="Local files are dropped under Import data"
        allowDeselect={false}
        comboboxProps={{ zIndex: 400 }}
        disabled={known !== undefined}
        value={form.provider}
        data={PROVIDERS}
        error={errors.provider}
        onChange={(provider) => provider && choose(provider)}
      />
      <Settings {...fields} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={working}>
          Save source
        </Button>
      </div>
    </form>
  );
}

function Settings(fields: Omit<FieldsProps, 'server'>) {
  const { provider } = fields.form;
  if (isDatabaseServer(provider)) return <DatabaseFields key={provider} server={provider} {...fields} />;
  return provider === 'platform' ? <PlatformFields {...fields} /> : <RestFields {...fields} />;
}
