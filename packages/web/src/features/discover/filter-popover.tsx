import type { FilterPill } from '@datasarana/query';
import { Popover } from '@mantine/core';
import { type ReactElement, Suspense, useEffect, useState } from 'react';
import { part } from '../../part.tsx';
import classes from './discover.module.css';
import type { FilterFormProps } from './filter-form.tsx';

const loadForm = () => import('./filter-form.tsx');
const FilterForm = part(loadForm, (module) => module.FilterForm);

interface FilterPopoverProps extends FilterFormProps {
  /** What opens the form. */
  readonly target: (onClick: () => void) => ReactElement;
}

/** A button and the form of a filter below it. */
export function FilterPopover({ target, onSave, ...form }: FilterPopoverProps) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    // where it does not come, the form says so once it is opened
    loadForm().catch(() => undefined);
  }, []);
  const save = (pill: FilterPill): void => {
    setOpened(false);
    onSave(pill);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>{target(() => setOpened((now) => !now))}</Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<div className={classes.addFilter} />}>
          <FilterForm {...form} onSave={save} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
