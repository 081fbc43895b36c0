import { useQueryClient } from '@tanstack/react-query';
import { dialogs } from '../../design/index.ts';
import { SOURCES, type SourceRecord } from './source-calls.ts';
import { SourceForm } from './source-form.tsx';

/** Opens the form of a source, or of a new one of a provider; what is shown of sources is read anew once it is saved. */
export function useEditSource(): (known?: SourceRecord, provider?: string) => void {
  const client = useQueryClient();
  return (known, provider) =>
    void dialogs.fill(known ? `Source ${known.name}` : 'Add a source', (close) => (
      <SourceForm
        {...(known && { known })}
        {...(provider && { provider })}
        onCancel={close}
        onDone={() => {
          close();
          void client.invalidateQueries({ queryKey: [SOURCES] });
        }}
      />
    ));
}
