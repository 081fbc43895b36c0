import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { ExplainedButton, notifyFailure } from '../../design/index.ts';
import { useRefusal } from '../../records/needs.ts';
import { useApi } from '../../session/index.ts';
import { useMakeTemplate } from '../imports/use-make-template.ts';
import type { SourceRecord } from './source-calls.ts';

interface TemplateLikeItProps {
  readonly source: SourceRecord;
  readonly onMade: (template: string) => void;
}

/** Makes a template with the fields of the one a source reads at another platform. */
export function TemplateLikeIt({ source, onMade }: TemplateLikeItProps) {
  const api = useApi();
  const refused = useRefusal()('templates', 'add');
  const make = useMakeTemplate();
  const [asking, setAsking] = useState(false);
  const run = async () => {
    setAsking(true);
    try {
      const { url, token, template } = source.ds ?? {};
      const body = { url, token, template, source: source.id };
      const { data } = await api.call('platform.field', {
        body,
      });
      const made = await make.run(data.name, data.items);
      if (made) onMade(made.id);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <ExplainedButton
      leftSection={<IconCopy size={16} />}
      loading={asking || make.working}
      reason={refused}
      onClick={() => void run()}
    >
      Make a template like it
    </ExplainedButton>
  );
}
