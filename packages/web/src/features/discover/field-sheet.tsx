import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconListDetails } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './discover.module.css';

/** Where there is no room for a second pane the field list comes up from the foot of the screen. */
export function FieldSheet({ children }: { readonly children: ReactNode }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconListDetails size={14} />} onClick={open}>
        Fields
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        position="bottom"
        size="76dvh"
        title="Fields"
        closeButtonProps={{ 'aria-label': 'Close the fields' }}
        classNames={{ body: classes.sheetBody ?? '' }}
      >
        {children}
      </Drawer>
    </>
  );
}
