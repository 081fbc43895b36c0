import type { SchemaItem } from '@datasarana/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyFailure } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';

/** Makes and deploys a template of these fields (TPL-35), which goes by itself when the dry run it is for is all it sees. */
export function useMakeTemplate() {
  const api = useApi();
  const cache = useQueryClient();
  const [working, setWorking] = useState(false);
  const run = async (name: string, items: readonly Partial<SchemaItem>[]): Promise<TemplateRecord | null> => {
    setWorking(true);
    try {
      const { data: added } = await api.call('template.add', {
        query: { provisional: true },
        body: { name, items },
      });
      await api.call('template.save', { query: { mode: 'deploy' }, body: { id: added.id } });
      const { data } = await api.found<TemplateRecord>('template.get', { params: { id: added.id } });
      await cache.invalidateQueries({ queryKey: ['templates'] });
      return data;
    } catch (error) {
      notifyFailure(error);
      return null;
    } finally {
      setWorking(false);
    }
  };
  return { run, working };
}
