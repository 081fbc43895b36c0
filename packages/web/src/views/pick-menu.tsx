import type { FilterPill } from '@datasarana/query';
import { Menu, Portal } from '@mantine/core';
import { IconFileSearch, IconFilter, IconFilterOff } from '@tabler/icons-react';
import { useGo } from '../navigation.tsx';
import type { ViewDefinition } from './definition.ts';
import { discoverAddress, excluding, type Picked } from './picked.ts';

interface PickMenuProps {
  readonly view: ViewDefinition;
  readonly picked: Picked;
  readonly onFilter: ((pills: readonly FilterPill[]) => void) | undefined;
  readonly onClose: () => void;
}

/** What can be done with the group somebody pointed at: see its records, filter by it, leave it out (VIS-16). */
export function PickMenu({ view, picked, onFilter, onClose }: PickMenuProps) {
  const go = useGo();
  const without = excluding(picked.pills);
  return (
    <Portal>
      <Menu opened onClose={onClose} position="bottom-start" offset={4} withinPortal={false} zIndex={400}>
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Actions of ${picked.label}`}
            style={{
              position: 'fixed',
              left: picked.x,
              top: picked.y,
              width: 1,
              height: 1,
              padding: 0,
              border: 0,
              opacity: 0,
            }}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{picked.label}</Menu.Label>
          <Menu.Item
            leftSection={<IconFileSearch size={14} />}
            onClick={() => go('toolkit.analytic.discover', { search: discoverAddress(view, picked.pills) })}
          >
            Show these records
          </Menu.Item>
          {onFilter && (
            <Menu.Item leftSection={<IconFilter size={14} />} onClick={() => onFilter(picked.pills)}>
              Filter by it
            </Menu.Item>
          )}
          {onFilter && without && (
            <Menu.Item leftSection={<IconFilterOff size={14} />} onClick={() => onFilter(without)}>
              Exclude it
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Portal>
  );
}
