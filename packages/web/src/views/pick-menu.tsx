import type { FilterPill } from '@datasarana/query';
import { Menu, Portal } from '@mantine/core';
import { IconFile, IconFileSearch, IconFilter, IconFilterOff } from '@tabler/icons-react';
import { GivesFocusBack } from '../design/gives-focus-back.tsx';
import { useGo } from '../navigation.tsx';
import type { ViewDefinition } from './definition.ts';
import { discoverAddress, excluding, type Picked, recordAddress } from './picked.ts';

interface PickMenuProps {
  readonly view: ViewDefinition;
  readonly picked: Picked;
  readonly onFilter: ((pills: readonly FilterPill[]) => void) | undefined;
  readonly onClose: () => void;
}

/** What can be done with the group somebody pointed at: see its records, filter by it, leave it out (VIS-16). */
export function PickMenu({ view, picked, onFilter, onClose }: PickMenuProps) {
  const go = useGo();
  const { record, pills } = picked;
  const without = excluding(pills);
  return (
    <GivesFocusBack>
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
            {record !== undefined && (
              <Menu.Item
                leftSection={<IconFile size={14} />}
                onClick={() => go('toolkit.analytic.discover', { search: recordAddress(view, record) })}
              >
                Open the record
              </Menu.Item>
            )}
            {(record === undefined || pills.length > 0) && (
              <Menu.Item
                leftSection={<IconFileSearch size={14} />}
                onClick={() => go('toolkit.analytic.discover', { search: discoverAddress(view, pills) })}
              >
                {record === undefined ? 'Show these records' : 'Show records like it'}
              </Menu.Item>
            )}
            {onFilter && pills.length > 0 && (
              <Menu.Item leftSection={<IconFilter size={14} />} onClick={() => onFilter(pills)}>
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
    </GivesFocusBack>
  );
}
