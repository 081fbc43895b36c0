import type { CsvPreview } from '@datasarana/sources';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMay } from '../../session/index.ts';
import { newItems, planNew } from '../imports/plan.ts';
import { useMakeTemplate } from '../imports/use-make-template.ts';

interface TemplateOfColumnsProps {
  readonly name: string;
  readonly preview: CsvPreview;
  readonly onMade: (template: string) => void;
}

/** Makes a template of the columns of a source, their types guessed from its first rows (SRC-34, SRC-35). */
export function TemplateOfColumns({ name, preview, onMade }: TemplateOfColumnsProps) {
  const may = useMay();
  const make = useMakeTemplate();
  const run = async () => {
    const made = await make.run(name, newItems(planNew(preview)));
    if (made) onMade(made.id);
  };
  return (
    <Button
      leftSection={<IconCopy size={16} />}
      loading={make.working}
      disabled={!may('templates', 'add')}
      onClick={() => void run()}
    >
      Make a template of its columns
    </Button>
  );
}
