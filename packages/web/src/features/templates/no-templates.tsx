import { EmptyState } from '../../design/index.ts';
import { useGo } from '../../navigation.tsx';
import { WriteButton } from '../../records/write-button.tsx';
import { useHolds } from '../../session/index.ts';

interface NoTemplatesProps {
  readonly title: string;
  /** What a file that is imported is good for on this screen, as the end of a sentence. */
  readonly gain: string;
}

/** No deployed template can be seen: who may make one begins with a file, others wait for one that is shared with them. */
export function NoTemplates({ title, gain }: NoTemplatesProps) {
  const go = useGo();
  if (!useHolds()('templates', 'add'))
    return (
      <EmptyState title={title}>
        No template is shared with you yet. An administrator or a data engineer of your organisation can deploy one and
        share it with a group you are in.
      </EmptyState>
    );
  return (
    <EmptyState
      title={title}
      action={
        <WriteButton variant="filled" onClick={() => go('toolkit.curation.import')}>
          Import data
        </WriteButton>
      }
    >
      Import a file: {gain}
    </EmptyState>
  );
}
