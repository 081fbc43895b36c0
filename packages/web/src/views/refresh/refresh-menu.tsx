import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconRefresh } from '@tabler/icons-react';
import classes from './refresh-menu.module.css';
import { type RefreshRate, rateOf, secondsIn } from './refresh-rates.ts';
import { clockWords } from './use-refresh.ts';

interface RefreshMenuProps {
  readonly rates: readonly RefreshRate[];
  /** Seconds between two looks. */
  readonly every: number;
  readonly onEvery: (seconds: number) => void;
  readonly onRefresh: () => void;
  /** ms of the last look; 0 = there was none yet. */
  readonly updated: number;
  readonly busy: boolean;
  readonly className?: string;
}

/** Look again now, or every so often by itself; says when that was done last. */
export function RefreshMenu({ rates, every, onEvery, onRefresh, updated, busy, className = '' }: RefreshMenuProps) {
  const chosen = rateOf(rates, every);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          className={`${classes.target} ${className}`}
          classNames={{ label: classes.label ?? '' }}
          leftSection={<IconRefresh size={16} />}
          rightSection={<IconChevronDown size={14} />}
          aria-label={`Refresh: ${chosen?.short ?? ''}`}
          title={chosen?.label}
          aria-busy={busy}
        >
          {chosen?.short}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={onRefresh}>
          Refresh now
        </Menu.Item>
        <Menu.Label>{updated === 0 ? 'Not looked at yet' : `Updated at ${clockWords(updated)}`}</Menu.Label>
        <Menu.RadioGroup value={chosen?.value ?? null} onChange={(value) => onEvery(secondsIn(rates, value))}>
          {rates.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
