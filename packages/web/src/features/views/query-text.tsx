import type { SearchAnswer } from '@datasarana/client';
import { parseWhole } from '@datasarana/schema';
import { Button } from '@mantine/core';
import { IconCopy, IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { CodeBlock, CopyText, LoadingBlock } from '../../design/index.ts';
import { part } from '../../part.tsx';
import { formatDocuments, formatTook } from '../../records/format.ts';
import { useApi } from '../../session/index.ts';
import type { ViewDefinition } from '../../views/definition.ts';
import { viewRequest } from '../../views/request.ts';
import { useByOwnClocks } from '../../views/use-by-own-clocks.ts';
import { useWithDays } from '../../views/use-holds-days.ts';
import { viewerZone } from '../../views/viewer-zone.ts';
import { withoutDays } from '../../views/without-days.ts';
import classes from './views.module.css';

const CodeEditor = part(
  () => import('../../design/code-editor.tsx'),
  (module) => module.CodeEditor,
);

interface QueryTextProps {
  readonly view: ViewDefinition;
  readonly onChange: (view: ViewDefinition) => void;
}

/** The request of a view: to read, to copy, to edit and to run; what a view can show changes the view (QRY-22, VIS-15). */
export function QueryText({ view, onChange }: QueryTextProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const asked = useWithDays(view);
  const request = viewRequest(asked, viewerZone());
  const text = JSON.stringify(useByOwnClocks(view.dataset, request) ?? request, null, 2);
  if (draft !== null) {
    const take = (next: ViewDefinition): void => {
      setDraft(null);
      onChange(withoutDays(next));
    };
    return <Editing view={asked} draft={draft} onDraft={setDraft} onTake={take} onClose={() => setDraft(null)} />;
  }
  return (
    <div className={classes.query}>
      <div className={classes.queryActions}>
        <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} onClick={() => setDraft(text)}>
          Edit
        </Button>
        <CopyText value={text}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" leftSection={<IconCopy size={14} />} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyText>
      </div>
      <CodeBlock fill>{text}</CodeBlock>
    </div>
  );
}

interface EditingProps {
  readonly view: ViewDefinition;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  readonly onTake: (view: ViewDefinition) => void;
  readonly onClose: () => void;
}

function Editing({ view, draft, onDraft, onTake, onClose }: EditingProps) {
  const api = useApi();
  const run = useMutation({
    mutationFn: async (): Promise<SearchAnswer | null> => {
      // the reader of all of the query language is large, and few edit a text
      const { viewOfText } = await import('../../views/view-of-text.ts');
      const shown = viewOfText(view, draft, viewerZone());
      if (shown !== null) {
        onTake(shown);
        return null;
      }
      const call = { query: { template: view.dataset }, body: parseWhole(draft) };
      return (await api.found('data.search', call)).data;
    },
  });
  return (
    <div className={classes.editing}>
      <div className={classes.editingActions}>
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={14} />}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          Run
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          Back to the view
        </Button>
      </div>
      <Suspense fallback={<LoadingBlock />}>
        <CodeEditor label="Search text" value={draft} onChange={onDraft} onRun={() => run.mutate()} maxHeight={320} />
      </Suspense>
      {run.error && (
        <p role="alert" className={classes.fault}>
          {run.error.message}
        </p>
      )}
      {run.data && <Answer answer={run.data} />}
    </div>
  );
}

/** What a text found that no view can show. */
function Answer({ answer }: { readonly answer: SearchAnswer }) {
  return (
    <section aria-label="Answer" className={classes.answer}>
      <p className={classes.note}>
        {formatDocuments(answer.hits.total.value)}, {formatTook(answer.took)}. This text says more than a view can show:
        its answer stands here, and the view stays as it was.
      </p>
      <CodeBlock>{JSON.stringify(answer, null, 2)}</CodeBlock>
    </section>
  );
}
