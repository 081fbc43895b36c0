import { useQueryClient } from '@tanstack/react-query';
import { notify, notifyFailure } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';
import type { ViewSearch, ViewSort } from '../../views/definition.ts';
import { byOwnClocks } from '../../views/own-clocks.ts';
import { matchesRequest } from '../../views/request.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import type { DownloadChoice } from '../views/download-formats.ts';

/** Downloads all matches, not the page shown, in the order of the table, with some columns alone where they are named (API-32). */
export function useDownload(
  template: TemplateRecord,
  search: ViewSearch,
  sort: ViewSort | null,
): (choice: DownloadChoice, columns?: readonly string[]) => void {
  const api = useApi();
  const client = useQueryClient();
  return ({ format, ending }, columns) => {
    const name = `${template.name}.${ending}`;
    const address = api.address('data.bulk', {
      query: { template: template.id, format, ...(columns && { columns: columns.join(',') }) },
    });
    notify.info({ title: `Preparing ${name}` });
    const body = byOwnClocks({ api, client, template: template.id }, matchesRequest(search, sort));
    Promise.all([body, import('../imports/download.ts')])
      .then(([asked, { saveDownload }]) => saveDownload(address, api.headers(), name, asked))
      .catch(notifyFailure);
  };
}
