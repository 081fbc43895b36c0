import { Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { notifyFailure } from '../../design/index.ts';
import { saveBlob, saveText } from '../../records/export-list.ts';
import { useApi } from '../../session/index.ts';
import { listsRecords, type ViewDefinition } from '../../views/definition.ts';
import { byOwnClocks } from '../../views/own-clocks.ts';
import { type PictureFormat, pictureIn } from '../../views/pictures.ts';
import { useViewRecords } from '../../views/records/use-view-records.ts';
import { matchesRequest } from '../../views/request.ts';
import { recordsCsv, resultCsv } from '../../views/result-csv.ts';
import { resultTable } from '../../views/result-table.ts';
import { useViewResult } from '../../views/use-view-result.ts';
import { saveDownload } from '../imports/download.ts';
import { type DownloadChoice, downloadChoices } from './download-formats.ts';

export interface DownloadItemsProps {
  readonly view: ViewDefinition;
  /** Of the file, without its ending. */
  readonly name: string;
  /** What holds the drawing. */
  readonly drawing: RefObject<HTMLElement | null>;
  /** The records have a point or a shape. */
  readonly hasPlace: boolean;
}

/** Entries of a menu: the rows shown, all matches, the drawing itself (VIS-19). */
export function DownloadItems({ view, name, drawing, hasPlace }: DownloadItemsProps) {
  const api = useApi();
  const client = useQueryClient();
  const shown = useRowsShown(view);
  const picture = pictureIn(drawing.current);
  const matches = ({ format, ending, tabular }: DownloadChoice): void => {
    const ofColumns = listsRecords(view) && tabular;
    const columns = ofColumns ? { columns: (view.columns ?? []).map(({ field }) => field).join(',') } : {};
    const address = api.address('data.bulk', { query: { template: view.dataset, format, ...columns } });
    const body = matchesRequest(view.search, listsRecords(view) ? view.sort : null);
    byOwnClocks({ api, client, template: view.dataset }, body)
      .then((asked) => saveDownload(address, api.headers(), `${name}.${ending}`, asked))
      .catch(notifyFailure);
  };
  const take = (format: PictureFormat): void =>
    void picture?.take(format, view.title).then((blob) => saveBlob(`${name}.${format}`, blob), notifyFailure);
  return (
    <>
      {shown !== undefined && <Menu.Item onClick={() => saveText(`${name}.csv`, shown())}>Rows shown, CSV</Menu.Item>}
      {downloadChoices(hasPlace).map((choice) => (
        <Menu.Item key={choice.format} onClick={() => matches(choice)}>
          {choice.label}
        </Menu.Item>
      ))}
      {picture?.formats.map((format) => (
        <Menu.Item key={format} onClick={() => take(format)}>
          Drawing, {format.toUpperCase()}
        </Menu.Item>
      ))}
    </>
  );
}

/** Makes the CSV of the rows a view shows; undefined while there are none, as on a map. */
function useRowsShown(view: ViewDefinition): (() => string) | undefined {
  const ofRecords = listsRecords(view);
  const { data } = useViewResult(view, view.dataset !== '' && view.visual !== 'Map');
  const { data: records } = useViewRecords(view, ofRecords);
  if (view.visual === 'Map') return undefined;
  if (ofRecords)
    return (
      records &&
      (() =>
        recordsCsv(
          view,
          records.pages.flatMap((page) => page.hits.hits),
        ))
    );
  return data && (() => resultCsv(resultTable(view, data)));
}
