import { Button, SegmentedControl } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeBlock, CopyText, ErrorState, LoadingBlock, Panel } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';
import type { TemplateRecord } from './template-calls.ts';
import classes from './templates.module.css';

const NOTATIONS = [
  { value: 'jsons', label: 'JSON Schema', file: 'schema.json' },
  { value: 'avro', label: 'Avro', file: 'avsc' },
  { value: 'proto', label: 'Protobuf', file: 'proto' },
  { value: 'ds', label: 'Datasarana', file: 'ds.json' },
] as const;

/** The template in the notations other tools read (TPL-23). */
export function SchemaTab({ template }: { readonly template: TemplateRecord }) {
  const api = useApi();
  const [type, setType] = useState<string>('jsons');
  const text = useQuery({
    queryKey: ['template', template.id, 'schema', type],
    queryFn: async ({ signal }) => {
      const { data } = await api.found<unknown>('template.schema', { query: { id: template.id, type }, signal });
      return typeof data === 'string' ? data : JSON.stringify(data, null, 2);
    },
  });
  const save = (): void => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text.data ?? ''], { type: 'text/plain' }));
    link.download = `${template.name}.${NOTATIONS.find((notation) => notation.value === type)?.file ?? 'txt'}`;
    link.click();
  };
  return (
    <Panel
      className={classes.schema ?? ''}
      title={
        <SegmentedControl
          size="xs"
          aria-label="Notation"
          value={type}
          onChange={setType}
          data={NOTATIONS.map(({ value, label }) => ({ value, label }))}
        />
      }
      actions={
        <>
          <CopyText value={text.data ?? ''}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" leftSection={<IconCopy size={14} />} onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyText>
          <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} onClick={save}>
            Download
          </Button>
        </>
      }
    >
      {text.error ? (
        <ErrorState error={text.error} onRetry={() => void text.refetch()} />
      ) : text.isPending ? (
        <LoadingBlock />
      ) : (
        <CodeBlock fill>{text.data}</CodeBlock>
      )}
    </Panel>
  );
}
