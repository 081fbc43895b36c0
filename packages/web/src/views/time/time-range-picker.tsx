import { Button, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { boundsOf, RANGE_CHOICES, type RangeText, rangeOfInputs, rangeWords, toInput } from './time-range.ts';
import classes from './time-range-picker.module.css';

interface TimeRangePickerProps {
  readonly range: RangeText;
  readonly onChange: (range: RangeText) => void;
  readonly className?: string;
}

/** A part of time: one of the quick ranges, or from one moment to another. */
export function TimeRangePicker({ range, onChange, className }: TimeRangePickerProps) {
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
          <OwnRange range={range} onChoose={choose} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function OwnRange({ range, onChoose }: { readonly range: RangeText; readonly onChoose: (range: RangeText) => void }) {
  const bounds = boundsOf(range);
  const [from, setFrom] = useState(toInput(bounds.from));
  const [to, setTo] = useState(toInput(bounds.to));
  const [fault, setFault] = useState<string | null>(null);
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    // Events pass through the portal to the form around the button, which would run its search.
    event.stopPropagation();
    const found = rangeOfInputs(from, to);
    if ('fault' in found) setFault(found.fault);
    else onChoose(found.range);
  };
  return (
    <form className={classes.own} onSubmit={apply} aria-label="Own time range">
      <TextInput
        type="datetime-local"
        label="From (included)"
        value={from}
        onChange={(e) => setFrom(e.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label="To (not included)"
        value={to}
        error={fault}
        onChange={(e) => setTo(e.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Apply
      </Button>
    </form>
  );
}
