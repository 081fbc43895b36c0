import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { notifyFailure } from '../../design/index.ts';
import { saveText } from '../../records/export-list.ts';
import { useApi } from '../../session/index.ts';
import { listsRecords, type ViewDefinition } from '../../views/definition.ts';
import { useViewRecords } from '../../views/records/use-view-records.ts';
import { matchesRequest } from '../../views/request.ts';
import { recordsCsv, resultCsv } from '../../views/result-csv.ts';
import { resultTable } from '../../views/result-table.ts';
import { useViewResult } from '../../views/use-view-result.ts';
import { saveDownload } from '../imports/download.ts';
import { type DownloadChoice, downloadChoices } from './download-formats.ts';

interface ViewDownloadProps {
  readonly view: ViewDefinition;
  /** What holds the drawing's canvas. */
  readonly drawing: RefObject<HTMLElement | null>;
  /** The records have a point or a shape. */
  readonly hasPlace: boolean;
}

/** The rows shown, all matches, or the drawing itself (VIS-19). */
export function ViewDownload({ view, drawing, hasPlace }: ViewDownloadProps) {
  const api = useApi();
  const { data } = useViewResult(view, view.dataset !== '');
  const ofRecords = listsRecords(view);
  const records = useViewRecords(view, ofRecords);
  const name = view.title || 'view';
  const shown = (): string | undefined => {
    if (ofRecords)
      return (
        records.data &&
        recordsCsv(
          view,
          records.data.pages.flatMap((page) => page.hits.hits),
        )
      );
    return data && resultCsv(resultTable(view, data));
  };
  const saveShown = (): void => {
    const text = shown();
    if (text !== undefined) saveText(`${name}.csv`, text);
  };
  const matches = ({ format, ending, tabular }: DownloadChoice): void => {
    const columns = ofRecords && tabular ? { columns: (view.columns ?? []).map(({ field }) => field).join(',') } : {};
    const address = api.address('data.bulk', { query: { template: view.dataset, format, ...columns } });
    const body = matchesRequest(view.search, ofRecords ? view.sort : null);
    saveDownload(address, api.headers(), `${name}.${ending}`, body).catch(notifyFailure);
  };
  const picture = (): void => {
    const canvas = drawing.current?.querySelector('canvas');
    if (canvas) savePicture(canvas, `${name}.png`);
  };
  const drawn = view.visual !== 'Table' && view.visual !== 'Metric' && view.visual !== 'Map';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} disabled={!data}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {view.visual !== 'Map' && <Menu.Item onClick={saveShown}>Rows shown, CSV</Menu.Item>}
        {downloadChoices(hasPlace).map((choice) => (
          <Menu.Item key={choice.format} onClick={() => matches(choice)}>
            {choice.label}
          </Menu.Item>
        ))}
        {drawn && <Menu.Item onClick={picture}>Drawing, PNG</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A chart's canvas is clear where nothing is drawn: the panel's grey goes below it. */
function savePicture(canvas: HTMLCanvasElement, name: string): void {
  const picture = document.createElement('canvas');
  picture.width = canvas.width;
  picture.height = canvas.height;
  const pen = picture.getContext('2d');
  if (!pen) return;
  pen.fillStyle = '#363636';
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.drawImage(canvas, 0, 0);
  const link = document.createElement('a');
  link.href = picture.toDataURL('image/png');
  link.download = name;
  link.click();
}
