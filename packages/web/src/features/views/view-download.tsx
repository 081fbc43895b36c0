import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { ViewDefinition } from '../../views/definition.ts';
import { useViewResult } from '../../views/use-view-result.ts';
import { DownloadItems, useDownloadItems } from './download-menu.tsx';

interface ViewDownloadProps {
  readonly view: ViewDefinition;
  /** What holds the drawing. */
  readonly drawing: RefObject<HTMLElement | null>;
  /** The records have a point or a shape. */
  readonly hasPlace: boolean;
}

/** The rows shown, all matches, or the drawing itself (VIS-19). */
export function ViewDownload({ view, drawing, hasPlace }: ViewDownloadProps) {
  useDownloadItems();
  const { data } = useViewResult(view, view.dataset !== '');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} disabled={!data}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <DownloadItems view={view} name={view.title || 'view'} drawing={drawing} hasPlace={hasPlace} />
      </Menu.Dropdown>
    </Menu>
  );
}
