import type { CsvPreview } from '@datasarana/sources';
import { IconCopy } from '@tabler/icons-react';
import { ExplainedButton } from '../../design/index.ts';
import { useRefusal } from '../../records/needs.ts';
import { newItems, planNew } from '../imports/plan.ts';
import { useMakeTemplate } from '../imports/use-make-template.ts';

interface TemplateOfColumnsProps {
  readonly name: string;
  readonly preview: CsvPreview;
  readonly onMade: (template: string) => void;
}

/** Makes a template of the columns of a source, their types guessed from its first rows (SRC-34, SRC-35). */
export function TemplateOfColumns({ name, preview, onMade }: TemplateOfColumnsProps) {
  const refused = useRefusal()('templates', 'add');
  const make = useMakeTemplate();
  const run = async () => {
    const made = await make.run(name, newItems(planNew(preview)));
    if (made) onMade(made.id);
  };
  return (
    <ExplainedButton
      leftSection={<IconCopy size={16} />}
      loading={make.working}
      reason={refused}
      onClick={() => void run()}
    >
      Make a template of its columns
    </ExplainedButton>
  );
}
