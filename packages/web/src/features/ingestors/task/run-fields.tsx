import type { IngestorLink } from '@datasarana/client';
import { Checkbox, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { formatListDate } from '../../../records/format.ts';
import { cronInWords } from './cron-words.ts';
import { MomentFields } from './moment-fields.tsx';
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
  const next = useNextRuns(form, link);
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
        <MomentFields
          schedule={form.schedule}
          at={form.at}
          errors={{ schedule: errors['task.schedule'], at: errors['task.at'] ?? next.error?.message }}
          hint={next.hint}
          set={set}
        />
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
          label="When a row or a file is refused"
          allowDeselect={false}
          data={[
            { value: 'Ignore', label: 'Set it aside and go on' },
            { value: 'Retry', label: 'Try five more times, then set it aside' },
            { value: 'Stop', label: 'Stop there' },
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

/** When a cron line runs next, by the clock of the ingestor. */
function useNextRuns({ schedule, at }: Pick<TaskForm, 'schedule' | 'at'>, link: IngestorLink) {
  const [line] = useDebouncedValue(at.trim(), 300);
  const isCron = schedule === 'Cron' && line !== '';
  const next = useQuery({
    queryKey: ['ingestor-schedule', link.address, line],
    enabled: isCron,
    retry: false,
    queryFn: ({ signal }) => link.schedule(line, signal),
  });
  const times = (next.data?.next ?? []).map((ms) => formatListDate(ms));
  const words = [cronInWords(line), `Next by your clock: ${times.join('; ')}`].filter((part) => part !== '').join('. ');
  return {
    hint: isCron ? next.data && words : 'Minute, hour, day, month, weekday, by the clock of the ingestor',
    error: isCron ? next.error : null,
  };
}
