import { Button, Popover, UnstyledButton } from '@mantine/core';
import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { part } from '../../part.tsx';
import { RANGE_CHOICES, type RangeText, rangeWords } from './time-range.ts';
import classes from './time-range-picker.module.css';

// The calendar comes when the picker is opened.
const OwnRange = part(
  () => import('./own-range.tsx'),
  (module) => module.OwnRange,
);

interface TimeRangePickerProps {
  readonly range: RangeText;
  readonly onChange: (range: RangeText) => void;
  readonly className?: string;
  /** Stands above the choices, as which date is meant. */
  readonly children?: ReactNode;
}

/** A part of time: one of the quick ranges, or from one moment to another. */
export function TimeRangePicker({ range, onChange, className, children }: TimeRangePickerProps) {
  const [opened, setOpened] = useState(false);
  const choose = (chosen: RangeText): void => {
    setOpened(false);
    onChange(chosen);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus withinPortal returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          data-print="keep"
          className={className ?? ''}
          classNames={{ label: classes.label ?? '' }}
          leftSection={<IconCalendar size={16} />}
          rightSection={<IconChevronDown size={14} />}
          aria-label={`Time range: ${rangeWords(range)}`}
          title={rangeWords(range)}
          onClick={() => setOpened((now) => !now)}
        >
          {rangeWords(range)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.picker}>
          {children}
          <ul className={classes.quick}>
            {RANGE_CHOICES.map(({ value, label }) => (
              <li key={value}>
                <UnstyledButton className={classes.choice} aria-pressed={value === range} onClick={() => choose(value)}>
                  {label}
                  {value === range && <IconCheck size={14} aria-hidden />}
                </UnstyledButton>
              </li>
            ))}
          </ul>
          <Suspense fallback={<div className={classes.awaited} />}>
            <OwnRange range={range} onChoose={choose} />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
