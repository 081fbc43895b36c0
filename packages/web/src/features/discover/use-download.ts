import { notify, notifyFailure } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';
import type { ViewSearch, ViewSort } from '../../views/definition.ts';
import { matchesRequest } from '../../views/request.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import type { DownloadChoice } from '../views/download-formats.ts';

/** Downloads all matches, not the page shown, in the order of the table (API-32). */
export function useDownload(
  template: TemplateRecord,
  search: ViewSearch,
  sort: ViewSort | null,
): (choice: DownloadChoice) => void {
  const api = useApi();
  return ({ format, ending }) => {
    const name = `${template.name}.${ending}`;
    const address = api.address('data.bulk', { query: { template: template.id, format } });
    notify.info({ title: `Preparing ${name}` });
    import('../imports/download.ts')
      .then(({ saveDownload }) => saveDownload(address, api.headers(), name, matchesRequest(search, sort)))
      .catch(notifyFailure);
  };
}
