import { barDsl } from '@datasarana/query';
import { notify, notifyFailure } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';
import type { ViewSearch } from '../../views/definition.ts';
import { saveDownload } from '../imports/download.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';

/** Downloads all matches, not the page shown (API-32). */
export function useDownload(template: TemplateRecord, search: ViewSearch): (format: string) => void {
  const api = useApi();
  return (format) => {
    const address = api.address('data.bulk', { query: { template: template.id, format } });
    notify.info({ title: `Preparing ${template.name}.${format}` });
    saveDownload(address, api.headers(), `${template.name}.${format}`, { query: barDsl(search) }).catch(notifyFailure);
  };
}
