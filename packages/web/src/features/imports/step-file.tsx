import type { Encoding, SetAside } from '@datasarana/sources';
import { Button, Loader, SegmentedControl } from '@mantine/core';
import { IconAlertCircle, IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { Panel, SearchSelect } from '../../design/index.ts';
import { formatBytes } from '../../records/format.ts';
import { useApi } from '../../session/index.ts';
import { ENCODING_OPTIONS } from './encoding-words.ts';
import { ImportFrame } from './import-frame.tsx';
import classes from './imports.module.css';
import { openAsBefore } from './open-as-before.ts';
import type { ChosenFile } from './plan.ts';
import { readAs, readPreview, readWhole } from './read-preview.ts';

/** LIM-11. */
const LARGEST = 1024 ** 3;

interface StepFileProps {
  /** Template id from the address, when the import was started from a template. */
  readonly wanted: string | undefined;
  readonly onChosen: (chosen: ChosenFile) => void;
}

/** Drop a file or choose one. */
export function StepFile({ wanted, onChosen }: StepFileProps) {
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const [keeps, setKeeps] = useState(false);
  /** A file that could not be read, or held no rows, can still be kept. */
  const [unread, setUnread] = useState<File | null>(null);
  /** Text in an encoding that its bytes do not show. */
  const [unknown, setUnknown] = useState<File | null>(null);

  const take = async (file: File | undefined, keep = keeps, encoding?: Encoding): Promise<void> => {
    if (!file) return;
    const refusal = refusalOf(file);
    setProblem(refusal);
    setUnread(null);
    setUnknown(null);
    if (refusal) return;
    setReading(true);
    try {
      const chosen = await (keep ? readWhole(file) : encoding ? readAs(file, encoding) : readPreview(file));
      if (chosen.preview.columns.length > 0) return onChosen(keep ? chosen : await openAsBefore(api, chosen, wanted));
      setProblem(withoutRows(file.name, chosen.setAside?.[0]));
      setUnread(file);
    } catch (error) {
      setUnread(file);
      if (Object(error).rule === 'encoding') setUnknown(file);
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
          <SegmentedControl
            aria-label="What becomes of the file"
            value={keeps ? 'keep' : 'rows'}
            onChange={(value) => setKeeps(value === 'keep')}
            data={[
              { value: 'rows', label: 'Read its rows' },
              { value: 'keep', label: 'Keep it as a file' },
            ]}
          />
          <p>
            {keeps
              ? 'Any file up to 1 GB. It is kept as it is; its name, size, kind and checksum become a record.'
              : 'CSV, Excel, JSON, GeoJSON, GPX, KML, Parquet or a log, packed (gzip, ZIP) or not, up to 1 GB. Nothing is written before the dry run.'}
          </p>
          <Button variant="filled" onClick={() => input.current?.click()}>
            Choose a file
          </Button>
          <input
            ref={input}
            type="file"
            {...(!keeps && { accept: READ_TYPES })}
            hidden
            data-testid="file"
            onChange={(event) => void take(event.currentTarget.files?.[0])}
          />
          {problem && (
            <div role="alert" className={classes.problem}>
              <IconAlertCircle size={20} aria-hidden />
              <p>{problem}</p>
            </div>
          )}
          {unknown && (
            <SearchSelect
              aria-label="Encoding of the file"
              placeholder="Choose its encoding"
              data={ENCODING_OPTIONS}
              value={null}
              onChange={(encoding) => encoding && void take(unknown, false, encoding as Encoding)}
            />
          )}
          {unread && (
            <>
              <p>It can be kept as it is, or choose another file.</p>
              <Button onClick={() => void take(unread, true)}>Keep it as a file</Button>
            </>
          )}
        </section>
      </Panel>
    </ImportFrame>
  );
}

const READ_TYPES =
  '.csv,.tsv,.txt,.log,.dat,.xyz,.xls,.xlsx,.xlsm,.ods,.html,.htm,.xml,.json,.ndjson,.jsonl,.geojson,.geojsonl,.geojsons,.gpx,.kml,.kmz,.parquet,.gz,.zip,text/csv';

function refusalOf(file: File): string | null {
  if (file.size === 0)
    return `${file.name} is empty (0 bytes). Save or download it once more, wait until that is done, and drop it again.`;
  if (file.size > LARGEST)
    return `${file.name} has ${formatBytes(file.size)}; a file may have 1 GB. Split it and import the parts.`;
  return null;
}

/** Why there is nothing to choose from: no row, or none that can be read. */
const withoutRows = (name: string, first: SetAside | undefined): string =>
  first
    ? `No row of ${name} can be read. The first: ${first.reason}. Mend it and drop the file again.`
    : `${name} holds no rows. Open it where it was made, see whether its rows are there, and save it anew.`;
