import { type CsvChoice, DELIMITERS, type Delimiter, ENCODINGS, type Encoding } from '@datasarana/sources';
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useLayoutEffect, useMemo, useState } from 'react';
import { FaultList, LoadingBlock, notifyFailure, Panel, Toolbar } from '../../design/index.ts';
import { type TemplateRecord, useTemplate, useTemplates } from '../templates/template-calls.ts';
import { ColumnTable } from './column-table.tsx';
import { DELIMITER_WORDS } from './delimiter-words.ts';
import { fileFaults } from './file-faults.ts';
import { ImportFrame } from './import-frame.tsx';
import classes from './imports.module.css';
import { HeaderRow, OpeningChoice } from './opening-choice.tsx';
import type { ChosenFile, ImportPlan, Target } from './plan.ts';
import { type ColumnPlan, faultsOf, newItems, planExisting, planNew } from './plan.ts';
import { PreviewTable } from './preview-table.tsx';
import { previewText } from './preview-text.ts';
import { type Recipe, useRecipe, withRecipe } from './recipes.ts';
import { UnreadNote } from './short-rows.tsx';
import { useMakeTemplate } from './use-make-template.ts';

interface StepColumnsProps {
  readonly chosen: ChosenFile;
  /** Template id from the address, when the import was started from a template. */
  readonly wanted: string | undefined;
  readonly onBack: () => void;
  readonly onReread: (chosen: ChosenFile) => void;
  readonly onReady: (plan: ImportPlan, template: TemplateRecord) => void;
}

/** Where the rows go, as somebody chose it. */
interface PickedTarget {
  readonly kind: Target['kind'];
  readonly templateId: string | null;
}

/** Where the rows of a file like this one went before, or a new template. */
const offered = (used: Recipe | null): PickedTarget =>
  used ? { kind: 'existing', templateId: used.template } : { kind: 'new', templateId: null };

/** Every column gets a home, or is left out on purpose. */
export function StepColumns({ chosen, wanted, onBack, onReread, onReady }: StepColumnsProps) {
  const { file, preview, opened } = chosen;
  const templates = useTemplates();
  const deployed = templates.data?.filter((template) => template.deployed) ?? [];
  const [picked, setPicked] = useState<PickedTarget | null>(wanted ? { kind: 'existing', templateId: wanted } : null);
  const [name, setName] = useState(() => file.name.replace(/\.[^.]+$/, ''));
  const recipe = useRecipe(preview.columns);
  const used = deployed.some(({ id }) => id === recipe.data?.template) ? (recipe.data ?? null) : null;
  const { kind, templateId } = picked ?? offered(used);
  const template = useTemplate(kind === 'existing' ? (templateId ?? undefined) : undefined);
  const items = kind === 'existing' ? (template.data?.items ?? null) : null;
  const [columns, setColumns] = useState<readonly ColumnPlan[]>([]);
  // Where the rows went before is not known yet: what is shown until then would move when it is.
  const isOpening = recipe.isLoading || templates.isLoading;
  const isWaiting = isOpening || (template.isLoading && columns.length === 0);
  const isGone =
    kind === 'existing' && templateId !== null && templates.isSuccess && !deployed.some(({ id }) => id === templateId);
  useLayoutEffect(() => {
    if (isOpening) return;
    if (kind === 'new') setColumns(planNew(preview, opened));
    else if (items) {
      const plan = planExisting(preview, items);
      setColumns(used && used.template === templateId ? withRecipe(plan, used) : plan);
    }
  }, [isOpening, kind, preview, opened, items, used, templateId]);

  const faults = useMemo(
    () => [
      ...fileFaults(chosen),
      ...(isGone ? [GONE] : targetFaults(kind, name, templateId)),
      ...faultsOf(columns, items),
      ...(opened?.format === 'generic' ? keptFaults(columns) : []),
    ],
    [chosen, opened, kind, name, templateId, isGone, columns, items],
  );
  const make = useMakeTemplate();
  const next = async (): Promise<void> => {
    if (kind === 'existing' && template.data) {
      onReady({ ...chosen, columns, target: { kind, template: template.data } }, template.data);
      return;
    }
    const made = await make.run(name.trim(), newItems(columns));
    if (made) onReady({ ...chosen, columns, target: { kind: 'existing', template: made } }, made);
  };

  return (
    <ImportFrame
      step="columns"
      title={file.name}
      actions={
        <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
          Back
        </Button>
      }
      primary={
        <Button
          variant="filled"
          rightSection={<IconArrowRight size={16} />}
          disabled={isWaiting || faults.length > 0}
          loading={make.working}
          onClick={() => void next()}
        >
          {kind === 'new' ? 'Create template and dry run' : 'Dry run'}
        </Button>
      }
    >
      {isWaiting ? (
        <LoadingBlock height={400} />
      ) : (
        <>
          <Toolbar label="Where the rows go">
            <SegmentedControl
              aria-label="Target"
              value={kind}
              onChange={(value) => setPicked({ kind: value as Target['kind'], templateId })}
              data={[
                { value: 'new', label: 'New template' },
                { value: 'existing', label: 'Existing template' },
              ]}
            />
            {kind === 'new' ? (
              <TextInput
                aria-label="Name of the new template"
                value={name}
                onChange={(e) => setName(e.currentTarget.value)}
                style={{ flex: '0 1 240px' }}
              />
            ) : (
              <Select
                aria-label="Template"
                placeholder="Choose a template"
                searchable
                value={templateId}
                onChange={(id) => setPicked({ kind, templateId: id })}
                data={deployed.map((entry) => ({ value: entry.id, label: entry.name }))}
                nothingFoundMessage="No deployed template"
                style={{ flex: '0 1 240px' }}
              />
            )}
            {opened ? (
              <OpeningChoice chosen={chosen} opened={opened} onReread={onReread} />
            ) : (
              <ReadingChoice chosen={chosen} onReread={onReread} />
            )}
          </Toolbar>
          {used && kind === 'existing' && used.template === templateId && (
            <p className={classes.recipe} role="status">
              A file with these columns was imported before, as {used.name}: its fields, formats and functions are taken
              over.
            </p>
          )}
          <UnreadNote setAside={chosen.setAside} />
          {(columns.length > 0 || isGone) && <FaultList faults={faults} />}
          <Panel
            title={`${columns.filter((column) => column.field !== null).length} of ${columns.length} columns go in`}
            actions={opened ? openedAs(opened.format) : preview.encoding}
          >
            <ColumnTable columns={columns} items={items} sampled={preview} onChange={setColumns} />
          </Panel>
          <Panel title="Preview" actions={shownRows(preview.rows.length)}>
            <PreviewTable preview={preview} />
          </Panel>
        </>
      )}
    </ImportFrame>
  );
}

const openedAs = (format: string): string => (format === 'generic' ? 'Kept as a file' : format.toUpperCase());

/** The record finds its file by the checksum. */
function keptFaults(columns: readonly ColumnPlan[]): readonly string[] {
  const sum = columns.find(({ column }) => column === 'sha256');
  if (columns.length === 0 || (sum?.field && (sum.transforms ?? []).length === 0)) return [];
  return ['sha256 must go into a field as it is: by it the record finds its file.'];
}

const shownRows = (count: number): string =>
  count === 1 ? 'first row' : count === 0 ? 'no rows' : `first ${count} rows`;

const GONE = 'The template of this address is not there or not deployed: choose another, or make a new one.';

function targetFaults(kind: Target['kind'], name: string, templateId: string | null): readonly string[] {
  if (kind === 'new') return name.trim() ? [] : ['Name the new template.'];
  return templateId ? [] : ['Choose the template the rows go into.'];
}

/** Delimiter, encoding and header row as found; a change reads the file's beginning anew. */
function ReadingChoice({ chosen, onReread }: Pick<StepColumnsProps, 'chosen' | 'onReread'>) {
  const { file, preview } = chosen;
  const { encoding, headerRow } = preview;
  const reread = async (change: CsvChoice): Promise<void> => {
    const choice = { ...(headerRow !== undefined && { headerRow }), ...change };
    try {
      onReread({ file, preview: await previewText(file, choice) });
    } catch (error) {
      notifyFailure(error);
    }
  };
  return (
    <>
      <Select
        aria-label="Delimiter"
        w={120}
        allowDeselect={false}
        value={preview.delimiter}
        data={DELIMITERS.map((value) => ({ value, label: DELIMITER_WORDS[value] }))}
        onChange={(delimiter) => delimiter && void reread({ delimiter: delimiter as Delimiter, encoding })}
      />
      <Select
        aria-label="Encoding"
        w={120}
        allowDeselect={false}
        value={encoding}
        data={[...ENCODINGS]}
        onChange={(chosen) => chosen && void reread({ encoding: chosen as Encoding })}
      />
      <HeaderRow value={headerRow} onChange={(row) => void reread({ encoding, headerRow: row })} />
    </>
  );
}
