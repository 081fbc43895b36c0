import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { part } from '../../part.tsx';
import type { ExportItemsProps } from './export-items.tsx';

const load = () => import('./export-items.tsx');
const Items = part(load, (module) => module.ExportItems);

/** Saves what a search finds; the entries are on their way before the menu is opened. */
export function ExportMenu(props: ExportItemsProps) {
  useEffect(() => void load(), []);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button leftSection={<IconDownload size={16} />}>Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <Items {...props} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
