import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsMaximize, IconArrowsMinimize, IconDots, IconExternalLink, IconLink } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { CopyText } from '../../design/index.ts';
import { useGo } from '../../navigation.tsx';
import type { ViewDefinition } from '../../views/definition.ts';
import { useTemplate } from '../templates/template-calls.ts';
import { groupingFields, hasPlace } from '../views/designer-fields.ts';
import { DownloadItems, useDownloadItems } from '../views/download-menu.tsx';
import classes from './workspaces.module.css';

interface TileMenuProps {
  /** Id of the view. */
  readonly view: string;
  readonly title: string;
  /** The view with the workspace's search and time: what is saved is what the tile shows. */
  readonly seen: ViewDefinition;
  readonly drawing: RefObject<HTMLElement | null>;
  readonly alone: boolean;
  /** Shows the tile alone, or all again. */
  readonly onAlone: () => void;
}

/** What can be done with what a tile shows: open it, send its link, take it along (VIS-19). */
export function TileMenu(props: TileMenuProps) {
  useDownloadItems();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          className={classes.size ?? ''}
          aria-label={`Actions of ${props.title}`}
        >
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <TileActions {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

function TileActions({ view, title, seen, drawing, alone, onAlone }: TileMenuProps) {
  const go = useGo();
  const template = useTemplate(seen.dataset);
  const Size = alone ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <>
      <Menu.Item
        leftSection={<IconExternalLink size={14} />}
        onClick={() => go('toolkit.analytic.view', { params: { id: view } })}
      >
        Open the view
      </Menu.Item>
      <Menu.Item leftSection={<Size size={14} />} onClick={onAlone}>
        {alone ? 'Show all tiles' : 'Show it alone'}
      </Menu.Item>
      <CopyText value={tileLink(view)}>
        {({ copied, copy }) => (
          <Menu.Item leftSection={<IconLink size={14} />} closeMenuOnClick={false} onClick={copy}>
            {copied ? 'Link copied' : 'Copy link to the tile'}
          </Menu.Item>
        )}
      </CopyText>
      <Menu.Divider />
      <Menu.Label>Download</Menu.Label>
      <DownloadItems
        view={seen}
        name={title}
        drawing={drawing}
        hasPlace={groupingFields(template.data?.items ?? []).some(hasPlace)}
      />
    </>
  );
}

/** The workspace as it looks now, with this tile alone. */
function tileLink(view: string): string {
  const link = new URL(location.href);
  link.searchParams.set('tile', view);
  return link.href;
}
