import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateTime } from '../../../records/date-value.ts';
import { MomentField } from '../../../records/day-field.tsx';
import classes from './task.module.css';

type Moment = 'Immediately' | 'At time' | 'Cron';

interface MomentFieldsProps {
  readonly schedule: string;
  readonly at: string;
  readonly errors: { readonly schedule?: string | undefined; readonly at?: string | undefined };
  /** What the cron line means, and by whose clock. */
  readonly hint: ReactNode;
  readonly set: (change: { readonly schedule?: Moment; readonly at?: string }) => void;
}

/** When something begins: at once, at a time, by a cron line (TSK-01, TSK-05). */
export function MomentFields({ schedule, at, errors, hint, set }: MomentFieldsProps) {
  return (
    <>
      <Select
        label="Begin"
        allowDeselect={false}
        data={[
          { value: 'Immediately', label: 'At once' },
          { value: 'At time', label: 'At a time' },
          { value: 'Cron', label: 'By a cron line' },
        ]}
        value={schedule}
        error={errors.schedule}
        onChange={(value) => value && set({ schedule: value as Moment, at: '' })}
      />
      {schedule === 'At time' && (
        <MomentField
          label="Date and time"
          withAsterisk
          value={DateTime.forPicker(at) ?? (at || null)}
          error={errors.at}
          onChange={(picked) => set({ at: absoluteTime(picked) })}
        />
      )}
      {schedule === 'Cron' && (
        <TextInput
          label="Cron line"
          withAsterisk
          placeholder="0 6 * * 1-5"
          className={classes.cron ?? ''}
          classNames={{ input: classes.mono ?? '' }}
          description={<span role="status">{hint}</span>}
          value={at}
          error={errors.at}
          onChange={(event) => set({ at: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** ISO 8601 of what was picked; what was typed and is no moment stays as it is, and is refused with that. */
const absoluteTime = (picked: string | null): string =>
  picked !== null && DateTime.parse(picked) !== null
    ? new Date(picked.replace(' ', 'T')).toISOString()
    : (picked ?? '');
