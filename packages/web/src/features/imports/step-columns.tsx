import { type CsvChoice, DELIMITERS, type Delimiter, type Encoding } from '@datasarana/sources';
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import {
  ExplainedButton,
  FaultList,
  LoadingBlock,
  notifyFailure,
  Panel,
  SearchSelect,
  Toolbar,
} from '../../design/index.ts';
import { OFFERED } from '../../design/offered.ts';
import { formatCount } from '../../records/format.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import { BesideNote, MembersNote, TableNote } from './beside-note.tsx';
import { ColumnTable } from './column-table.tsx';
import { DELIMITER_WORDS } from './delimiter-words.ts';
import { ENCODING_OPTIONS, encodingWord } from './encoding-words.ts';
import { ESCAPE_OPTIONS, SAID_ESCAPES } from './escape-words.ts';
import { HeaderNote, LeftOutNote, MayHaveEscapesNote } from './header-note.tsx';
import { ImportFrame } from './import-frame.tsx';
import classes from './imports.module.css';
import { OpenedBeforeNote } from './opened-before-note.tsx';
import { HeaderRow, OpeningChoice } from './opening-choice.tsx';
import { PlaceNote } from './place-note.tsx';
import { type ChosenFile, type ImportPlan, newItems, sayGoingIn } from './plan.ts';
import { faultOfCell, rejectedIn, sayRejected } from './preview-faults.ts';
import { PreviewTable } from './preview-table.tsx';
import { previewText } from './preview-text.ts';
import { UnreadNote } from './short-rows.tsx';
import { useMakeTemplate } from './use-make-template.ts';
import { type AimedTarget, type Draft, usePlannedColumns } from './use-planned-columns.ts';

interface StepColumnsProps {
  readonly chosen: ChosenFile;
  /** Template id from the address, when the import was started from a template. */
  readonly wanted: string | undefined;
  /** The columns as they were left, or went into the last dry run. */
  readonly draft: Draft | undefined;
  /** Columns or the new template's name were changed. */
  readonly onChange: (draft: Draft) => void;
  readonly onBack: () => void;
  readonly onReread: (chosen: ChosenFile) => void;
  readonly onReady: (plan: ImportPlan, template: TemplateRecord) => void;
  /** A template was made of the columns. */
  readonly onMade: (template: TemplateRecord) => void;
}

/** Every column gets a home, or is left out on purpose. */
export function StepColumns({ chosen, wanted, draft, onChange, onBack, onReread, onReady, onMade }: StepColumnsProps) {
  const { file, preview, opened } = chosen;
  const planned = usePlannedColumns(chosen, wanted, draft, onChange);
  const { target, template, items, columns, faults, recipe, isWaiting, isGone } = planned;
  const make = useMakeTemplate();
  const why = useId();
  const missing = isWaiting ? 'The columns are not there yet.' : faults.length > 0 ? { at: why } : null;
  const next = async (): Promise<void> => {
    if (target.kind === 'existing' && template) {
      onReady({ ...chosen, columns, target: { kind: 'existing', template } }, template);
      return;
    }
    const made = await make.run(target.name.trim(), newItems(columns));
    if (!made) return;
    onMade(made);
    onReady({ ...chosen, columns, target: { kind: 'existing', template: made } }, made);
  };

  return (
    <ImportFrame
      step="columns"
      title={file.name}
      onBack={onBack}
      primary={
        <ExplainedButton
          variant="filled"
          rightSection={<IconArrowRight size={16} />}
          reason={missing}
          loading={make.working}
          onClick={() => void next()}
        >
          {target.kind === 'new' ? 'Create template and dry run' : 'Dry run'}
        </ExplainedButton>
      }
    >
      {isWaiting ? (
        <LoadingBlock height={400} />
      ) : (
        <>
          <Toolbar label="Where the rows go">
            <TargetChoice target={target} deployed={planned.deployed} onChange={planned.aim} />
            {opened ? (
              <OpeningChoice chosen={chosen} opened={opened} onReread={onReread} />
            ) : (
              <ReadingChoice chosen={chosen} onReread={onReread} />
            )}
          </Toolbar>
          <NamesakeNote target={target} deployed={planned.deployed} onUse={planned.aim} />
          {recipe && (
            <p className={classes.recipe} role="status">
              These columns were set up before, for {recipe.name}: its fields, formats and functions are taken over.
            </p>
          )}
          <OpenedBeforeNote chosen={chosen} onReread={onReread} />
          <HeaderNote chosen={chosen} onReread={onReread} />
          <LeftOutNote preview={chosen.preview} />
          <BesideNote chosen={chosen} onReread={onReread} />
          <TableNote chosen={chosen} onReread={onReread} />
          <MembersNote chosen={chosen} onReread={onReread} />
          <EncodingNote {...chosen} />
          <EscapeNote {...chosen} />
          <MayHaveEscapesNote chosen={chosen} onReread={onReread} />
          <PartedNote {...chosen} />
          <OpenQuoteNote {...chosen} />
          {target.kind === 'new' && <PlaceNote columns={columns} onChange={planned.setColumns} />}
          <UnreadNote setAside={chosen.setAside} source={opened?.format} />
          {(columns.length > 0 || isGone) && <FaultList id={why} faults={faults} />}
          <Panel
            title={sayGoingIn(columns)}
            actions={opened ? openedAs(opened.format) : encodingWord(preview.encoding)}
          >
            <ColumnTable columns={columns} items={items} sampled={preview} onChange={planned.setColumns} />
          </Panel>
          <PlannedPreview preview={preview} columns={columns} />
        </>
      )}
    </ImportFrame>
  );
}

/** The first rows, and what of them will not be read as the columns are planned. */
function PlannedPreview({ preview, columns }: Pick<ImportPlan, 'preview' | 'columns'>) {
  const faultOf = useMemo(() => faultOfCell(columns), [columns]);
  const rejected = useMemo(() => rejectedIn(preview, faultOf), [preview, faultOf]);
  const shown = shownRows(preview.rows.length);
  return (
    <Panel title="Preview" actions={shown + sayRejected(rejected, columns)}>
      <PreviewTable preview={preview} faultOf={faultOf} />
    </Panel>
  );
}

interface TargetChoiceProps {
  readonly target: AimedTarget;
  readonly deployed: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (change: Partial<AimedTarget>) => void;
}

/** A new template with a name, or one that is there. */
function TargetChoice({ target, deployed, onChange }: TargetChoiceProps) {
  return (
    <>
      <SegmentedControl
        aria-label="Target"
        value={target.kind}
        onChange={(kind) => onChange({ kind: kind as AimedTarget['kind'] })}
        data={[
          { value: 'new', label: 'New template' },
          { value: 'existing', label: 'Existing template' },
        ]}
      />
      {target.kind === 'new' ? (
        <TextInput
          aria-label="Name of the new template"
          value={target.name}
          onChange={(e) => onChange({ name: e.currentTarget.value })}
          className={classes.target ?? ''}
        />
      ) : (
        <SearchSelect
          aria-label="Template"
          placeholder="Choose a template"
          limit={OFFERED}
          value={target.templateId}
          onChange={(templateId) => onChange({ templateId })}
          data={deployed.map((entry) => ({ value: entry.id, label: entry.name }))}
          nothingFoundMessage="No deployed template"
          className={classes.target ?? ''}
        />
      )}
    </>
  );
}

interface NamesakeNoteProps extends Pick<TargetChoiceProps, 'target' | 'deployed'> {
  readonly onUse: TargetChoiceProps['onChange'];
}

/** A second template of one name is mostly made by mistake, and cannot be told from the first in any list. */
function NamesakeNote({ target: { kind, name }, deployed, onUse }: NamesakeNoteProps) {
  const namesake = deployed.find((one) => one.name === name.trim());
  if (kind === 'existing' || !namesake) return null;
  return (
    <p className={classes.offer} role="status">
      <span>There is a template {namesake.name} already. These rows would go into a second one of that name.</span>
      <Button size="xs" onClick={() => onUse({ kind: 'existing', templateId: namesake.id })}>
        Use the one that is there
      </Button>
    </p>
  );
}

const OPENED_AS: Readonly<Record<string, string>> = { generic: 'Kept as a file', log: 'Log', ndjson: 'JSON lines' };
const openedAs = (format: string): string => OPENED_AS[format] ?? format.toUpperCase();

const shownRows = (count: number): string =>
  count === 1 ? 'first row' : count === 0 ? 'no rows' : `first ${count} rows`;

/** Why a file is taken for another encoding than the usual one: letters that look wrong are then nobody's riddle. */
function EncodingNote({ preview: { encoding, encodingReason } }: ChosenFile) {
  if (encoding === 'utf-8' || encodingReason === undefined) return null;
  return (
    <p className={classes.recipe} role="status">
      Read as {encodingWord(encoding)}: {encodingReason}. Choose another encoding where letters look wrong.
    </p>
  );
}

/** Why backslashes are taken for escapes. */
function EscapeNote({ preview: { escapes, escapeReason } }: ChosenFile) {
  if (escapeReason === undefined) return null;
  return (
    <p className={classes.recipe} role="status">
      Read with {SAID_ESCAPES[escapes]}: {escapeReason}. Choose another reading where cells look wrong.
    </p>
  );
}

/** Why few rows are shown of a large file. */
function OpenQuoteNote({ preview: { openQuote } }: ChosenFile) {
  if (openQuote === undefined) return null;
  const where = `line ${formatCount(openQuote.line)}${openQuote.column === '' ? '' : `, column ${openQuote.column}`}`;
  return (
    <p className={classes.offer} role="status">
      <span>
        A quote opens in {where} and does not close in the first MB of the file: what stands behind it is taken for one
        cell, and not shown. Where it is a letter, double it in the file (""), or take it out.
      </span>
    </p>
  );
}

/** One column, or an empty one beside each, is seldom what a file was meant to have. */
function PartedNote({ preview: { partedBy, columns } }: ChosenFile) {
  if (partedBy === undefined) return null;
  const sign = partedBy === 'spaces' ? 'spaces, as columns of fixed width are' : partedBy;
  return (
    <p className={classes.offer} role="status">
      <span>
        {columns.length === 1 ? 'Each line is one cell. They are' : 'Every second column is empty. The cells are'}{' '}
        parted by {sign}, which is not read: save the file with commas, semicolons, tabs or pipes between its cells, and
        drop it again.
      </span>
    </p>
  );
}

/** Delimiter, backslashes, encoding and header row as found; a change reads the file's beginning anew. */
function ReadingChoice({ chosen, onReread }: Pick<StepColumnsProps, 'chosen' | 'onReread'>) {
  const { file, preview } = chosen;
  const { delimiter, encoding, headerRow, escapeChoice: escapes } = preview;
  const reread = async (change: CsvChoice): Promise<void> => {
    const choice = { ...(headerRow !== undefined && { headerRow }), ...(escapes && { escapes }), ...change };
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
        value={delimiter}
        data={DELIMITERS.map((value) => ({ value, label: DELIMITER_WORDS[value] }))}
        onChange={(chosen) => chosen && void reread({ delimiter: chosen as Delimiter, encoding })}
      />
      {(preview.hasBackslashes || escapes !== undefined) && (
        <Select
          aria-label="Backslashes"
          w={250}
          allowDeselect={false}
          value={preview.escapes}
          data={ESCAPE_OPTIONS}
          onChange={(chosen) => chosen && void reread({ encoding, escapes: chosen })}
        />
      )}
      <SearchSelect
        aria-label="Encoding"
        w={200}
        allowDeselect={false}
        value={encoding}
        data={ENCODING_OPTIONS}
        onChange={(chosen) => chosen && void reread({ encoding: chosen as Encoding })}
      />
      <HeaderRow value={headerRow} onChange={(row) => void reread({ encoding, headerRow: row })} />
    </>
  );
}
