import { isFailure } from '@datasarana/client';
import {
  DATABASE_PROVIDERS,
  DEFAULT_PORTS,
  isSourceType,
  LISTED_PROVIDERS,
  SOURCE_PICKER,
  SOURCE_TYPES,
} from '@datasarana/sources';
import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DialogFoot, notifyUnlessAtFields } from '../../design/index.ts';
import { useGo } from '../../navigation.tsx';
import { askWhose } from '../../records/ask-whose.tsx';
import { formatListDate } from '../../records/format.ts';
import type { ScreenName } from '../../routes.ts';
import { useApi } from '../../session/index.ts';
import { DatabaseFields, type FieldsProps } from './database-fields.tsx';
import { PlatformFields } from './platform-fields.tsx';
import { RestFields } from './rest-fields.tsx';
import {
  type SourceForm as Form,
  formOf,
  isDatabaseServer,
  isRestFormat,
  newerSource,
  type SourceRecord,
  sourceOf,
} from './source-calls.ts';
import classes from './sources.module.css';

interface SourceFormProps {
  readonly known?: SourceRecord;
  /** What a new one is read from at first. */
  readonly provider?: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const PROVIDERS = [
  {
    group: 'Files and services',
    items: SOURCE_PICKER.map(({ id, label, enabled }) => ({ value: id, label, disabled: !enabled })),
  },
  {
    group: 'Databases',
    items: DATABASE_PROVIDERS.map(({ id, label, enabled }) => ({ value: id, label, disabled: !enabled })),
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
export function SourceForm({ known, provider, onDone, onCancel }: SourceFormProps) {
  const api = useApi();
  const [form, setForm] = useState<Form>(() => formOf(known, provider));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [working, setWorking] = useState(false);
  /** The source as it stood when the form was filled with it. */
  const [base, setBase] = useState(known);
  const set = (change: Partial<Form>) => setForm((before) => ({ ...before, ...change }));
  const choose = (provider: string) =>
    set({
      provider,
      ...(isDatabaseServer(provider) && { port: DEFAULT_PORTS[provider], database: '', table: '', cursor: '' }),
      ...(provider === 'rest' && !isRestFormat(form.format) && { format: 'json' as const }),
    });
  const save = async (onto: SourceRecord | undefined): Promise<void> => {
    setWorking(true);
    setErrors({});
    try {
      await api.call('source.save', { body: sourceOf(form, onto) });
      onDone();
    } catch (error) {
      const newer = newerSource(error);
      if (newer) return settle(newer);
      if (isFailure(error)) setErrors(error.fields);
      notifyUnlessAtFields(error);
    } finally {
      setWorking(false);
    }
  };
  const settle = async (newer: SourceRecord): Promise<void> => {
    const told = `It was saved at ${formatListDate(newer.ts_modified)}, after you opened it. Yours is not saved yet.`;
    const whose = await askWhose(`Source ${newer.name} was saved elsewhere`, told);
    if (whose === 'mine') return save(newer);
    if (whose === null) return;
    setBase(newer);
    setForm(formOf(newer));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save(base);
  };
  const fields = { form, known: base, errors, set };
  const elsewhere = ELSEWHERE[form.provider];
  return (
    <form className={classes.form} onSubmit={submit}>
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
        allowDeselect={false}
        comboboxProps={{ zIndex: 400 }}
        disabled={known !== undefined}
        value={form.provider}
        data={PROVIDERS}
        error={errors.provider}
        onChange={(provider) => provider && choose(provider)}
      />
      {elsewhere ? (
        <ReadElsewhere place={elsewhere} onLeave={onCancel} />
      ) : (
        <>
          <TypeChoice form={form} set={set} />
          <Settings {...fields} />
        </>
      )}
      <DialogFoot stays>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="filled" loading={working} disabled={elsewhere !== undefined}>
          Save source
        </Button>
      </DialogFoot>
    </form>
  );
}

interface Place {
  readonly text: string;
  readonly button: string;
  readonly to: ScreenName;
}

/** What has its own way in: a file has no way to be kept here, an SQLite file lies on the machine of an ingestor. */
const ELSEWHERE: Readonly<Record<string, Place>> = {
  local_file: {
    text: 'A file of this computer is dropped under Import data; its columns are remembered for the next one.',
    button: 'Import data',
    to: 'toolkit.curation.import',
  },
  sqlite: {
    text: 'An SQLite file is read by an ingestor on the machine where it lies: add a task to one.',
    button: 'Ingestors',
    to: 'toolkit.observability.ingestors',
  },
};

function ReadElsewhere({ place, onLeave }: { readonly place: Place; readonly onLeave: () => void }) {
  const go = useGo();
  const leave = () => {
    onLeave();
    go(place.to);
  };
  return (
    <div className={classes.elsewhere}>
      <p>{place.text}</p>
      <Button onClick={leave}>{place.button}</Button>
    </div>
  );
}

/** SRC-02, SRC-35. */
function TypeChoice({ form, set }: Pick<FieldsProps, 'form' | 'set'>) {
  return (
    <Select
      label="Type"
      description={SOURCE_TYPES.find(({ id }) => id === form.type)?.meaning}
      allowDeselect={false}
      comboboxProps={{ zIndex: 400 }}
      value={form.type}
      data={SOURCE_TYPES.map(({ id, label }) => ({ value: id, label }))}
      onChange={(type) => type !== null && isSourceType(type) && set({ type })}
    />
  );
}

function Settings(fields: Omit<FieldsProps, 'server'>) {
  const { provider } = fields.form;
  if (isDatabaseServer(provider)) return <DatabaseFields key={provider} server={provider} {...fields} />;
  return provider === 'platform' ? <PlatformFields {...fields} /> : <RestFields {...fields} />;
}
