import { type FileChoice, previewCsv } from '@datasarana/sources';
import { Button, Loader } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { Panel } from '../../design/index.ts';
import { formatBytes } from '../../records/format.ts';
import { ImportFrame } from './import-frame.tsx';
import classes from './imports.module.css';
import type { ChosenFile } from './plan.ts';

/** LIM-11. */
const LARGEST = 1024 ** 3;
/** Enough for 100 rows of any ordinary file. */
export const SAMPLE_BYTES = 1024 ** 2;

/**
 * Reads the beginning of a file for the preview; the file itself stays where it is. Delimited text is read by its delimiter
 * and encoding, everything else by what it shows.
 */
export async function readPreview(file: File, choice: FileChoice = {}): Promise<ChosenFile> {
  const { previewFile } = await import('./read-file.ts');
  const found = await previewFile(file, { name: file.name, ...choice });
  if (found.format === 'csv' && !/\.gz$/i.test(file.name)) {
    const sample = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
    return { file, preview: previewCsv(sample, file.size <= SAMPLE_BYTES) };
  }
  const rows = found.rows.map((row) => row.map((cell) => cell ?? ''));
  const preview = { encoding: 'utf-8', delimiter: ',', columns: found.columns, rows, tooWide: [] } as const;
  const { format, sheets } = found;
  return { file, preview, opened: { format, choice, ...(sheets && { sheets }) } };
}

/** Drop a file or choose one. */
export function StepFile({ onChosen }: { readonly onChosen: (chosen: ChosenFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const refusal = refusalOf(file);
    setProblem(refusal);
    if (refusal) return;
    setReading(true);
    try {
      const chosen = await readPreview(file);
      if (chosen.preview.columns.length === 0) setProblem(`${file.name} holds no rows.`);
      else onChosen(chosen);
    } catch (error) {
      setProblem(`The file could not be read: ${file.name}. ${error instanceof Error ? error.message : ''}`);
    } finally {
      setReading(false);
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <ImportFrame step="file">
      <Panel label="File">
        <section
          aria-label="Drop a file here"
          className={classes.drop}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {reading ? <Loader /> : <IconFileUpload size={28} aria-hidden />}
          <h2>Drop a file here</h2>
          <p>
            CSV, Excel, JSON, GeoJSON or Parquet, packed with gzip or not, up to 1 GB. Nothing is written before the dry
            run.
          </p>
          <Button variant="filled" onClick={() => input.current?.click()}>
            Choose a file
          </Button>
          <input
            ref={input}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,.json,.ndjson,.jsonl,.geojson,.parquet,.gz,text/csv"
            hidden
            data-testid="file"
            onChange={(event) => void take(event.currentTarget.files?.[0])}
          />
          {problem && (
            <p role="alert" className={classes.problem}>
              {problem}
            </p>
          )}
        </section>
      </Panel>
    </ImportFrame>
  );
}

function refusalOf(file: File): string | null {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > LARGEST)
    return `${file.name} has ${formatBytes(file.size)}; a file may have 1 GB. Split it and import the parts.`;
  if (/\.xls$/i.test(file.name))
    return `${file.name} is an old workbook, which the browser does not read. Save it as XLSX and drop that.`;
  return null;
}
