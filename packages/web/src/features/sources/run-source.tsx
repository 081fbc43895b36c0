import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { notifyFailure } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';
import { useTemplates } from '../templates/template-calls.ts';
import type { SourceRecord } from './source-calls.ts';
import classes from './sources.module.css';

interface RunSourceProps {
  readonly source: SourceRecord;
  /** Told with the batch, which can be watched from then on. */
  readonly onStarted: (batch: string) => void;
  readonly onCancel: () => void;
}

/** Chooses where the rows of a source go and starts the import; it runs on when this page is left. */
export function RunSource({ source, onStarted, onCancel }: RunSourceProps) {
  const api = useApi();
  const templates = useTemplates();
  const [template, setTemplate] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const start = async () => {
    if (template === null) return;
    setWorking(true);
    try {
      const query = { source: source.id, template, wait: 'started' };
      const { data } = await api.call<{ batch: string }>('source.run', { query });
      if (data) onStarted(data.batch);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setWorking(false);
    }
  };
  return (
    <div className={classes.form}>
      <Select
        data-autofocus
        label="Template"
        description="Columns fill the fields of the same name"
        withAsterisk
        searchable
        comboboxProps={{ zIndex: 400 }}
        placeholder={templates.isPending ? 'Loading' : 'Where the rows go'}
        nothingFoundMessage="No deployed template"
        data={(templates.data ?? [])
          .filter(({ deployed }) => deployed)
          .map(({ id, name }) => ({ value: id, label: name }))}
        value={template}
        onChange={setTemplate}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={working} disabled={template === null} onClick={() => void start()}>
          Import now
        </Button>
      </div>
    </div>
  );
}
