import type { IngestorLink } from '@datasarana/client';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { formatListDate } from '../../../records/format.ts';
import { toInput } from '../../../views/time/time-range.ts';
import { cronInWords } from './cron-words.ts';
import classes from './task.module.css';
import type { TaskForm } from './task-form.ts';

interface RunFieldsProps {
  readonly form: TaskForm;
  readonly link: IngestorLink;
  readonly errors: Readonly<Record<string, string>>;
  readonly isNew: boolean;
  readonly set: (change: Partial<TaskForm>) => void;
}

const EVENTS = [
  ['Created', 'New files'],
  ['Modified', 'Changed files'],
  ['Deleted', 'Deleted files: forget them'],
] as const;

/** When the task runs and what it does about errors (TSK-01, TSK-05). */
export function RunFields({ form, link, errors, isNew, set }: RunFieldsProps) {
  return (
    <>
      <div className={classes.fields}>
        <Select
          label="Mode"
          allowDeselect={false}
          data={[
            { value: 'Continuous', label: 'Continuous: watch and go on' },
            { value: 'Once', label: 'Once: read what is there, then stop' },
          ]}
          value={form.mode}
          onChange={(mode) => mode && set({ mode })}
        />
        <Select
          label="Begin"
          allowDeselect={false}
          data={[
            { value: 'Immediately', label: 'At once' },
            { value: 'At time', label: 'At a time' },
            { value: 'Cron', label: 'By a cron line' },
          ]}
          value={form.schedule}
          error={errors['task.schedule']}
          onChange={(schedule) => schedule && set({ schedule, at: '' })}
        />
        {form.schedule === 'At time' && (
          <TextInput
            type="datetime-local"
            label="Date and time"
            withAsterisk
            value={toInput(form.at)}
            error={errors['task.at']}
            onChange={(event) => set({ at: absoluteTime(event.currentTarget.value) })}
          />
        )}
        {form.schedule === 'Cron' && <CronField form={form} link={link} error={errors['task.at']} set={set} />}
        <Select
          label="Batches"
          allowDeselect={false}
          data={[
            { value: 'bulk', label: '500 rows' },
            { value: 'adaptive', label: 'Grow while the platform keeps up' },
            { value: 'single', label: 'Row by row' },
          ]}
          value={form.batches}
          onChange={(value) => value && set({ batches: value as TaskForm['batches'] })}
        />
        <Select
          label="When a row is refused"
          allowDeselect={false}
          data={[
            { value: 'Ignore', label: 'Set it aside and go on' },
            { value: 'Retry', label: 'Try five more times, then set it aside' },
            { value: 'Stop', label: 'Stop at this row' },
          ]}
          value={form.on_error}
          onChange={(on_error) => on_error && set({ on_error })}
        />
      </div>
      {form.kind === 'files' && (
        <Checkbox.Group
          label="Watched events"
          value={[...form.watch_events]}
          error={errors['task.watch_events']}
          onChange={(watch_events) => set({ watch_events })}
        >
          <div className={classes.checks}>
            {EVENTS.map(([value, label]) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <div className={classes.checks}>
        <Checkbox
          label="Pause one second between batches"
          checked={form.slow_mo}
          onChange={(event) => set({ slow_mo: event.currentTarget.checked })}
        />
        {isNew && (
          <Checkbox
            label="Start when it is added"
            checked={form.start}
            onChange={(event) => set({ start: event.currentTarget.checked })}
          />
        )}
      </div>
    </>
  );
}

function CronField({
  form,
  link,
  error,
  set,
}: Pick<RunFieldsProps, 'form' | 'link' | 'set'> & { readonly error: string | undefined }) {
  const [line] = useDebouncedValue(form.at.trim(), 300);
  const next = useQuery({
    queryKey: ['ingestor-schedule', link.address, line],
    enabled: line !== '',
    retry: false,
    queryFn: ({ signal }) => link.schedule(line, signal),
  });
  const words = cronInWords(line);
  const times = (next.data?.next ?? []).map((ms) => formatListDate(ms));
  return (
    <TextInput
      label="Cron line"
      withAsterisk
      placeholder="0 6 * * 1-5"
      className={classes.cron ?? ''}
      classNames={{ input: classes.mono ?? '' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        <span role="status">
          {line === ''
            ? 'Minute, hour, day, month, weekday, by the clock of the ingestor'
            : next.data && [words, `Next: ${times.join('; ')}`].filter((part) => part !== '').join('. ')}
        </span>
      }
      value={form.at}
      error={error ?? (line === '' ? undefined : next.error?.message)}
      onChange={(event) => set({ at: event.currentTarget.value })}
    />
  );
}

const absoluteTime = (local: string): string => (local === '' ? '' : new Date(local).toISOString());
