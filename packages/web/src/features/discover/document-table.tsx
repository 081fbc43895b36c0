import type { HitAnswer, SearchAnswer } from '@datasarana/client';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { DataTable, LoadingBlock, Spacer } from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import { part } from '../../part.tsx';
import { formatCount, formatDocuments, formatTook } from '../../records/format.ts';
import { useHolds } from '../../session/index.ts';
import type { ViewSearch } from '../../views/definition.ts';
import { aligned, holdsDays, recordColumn } from '../../views/records/record-column.ts';
import { useColumnTracks } from '../../views/records/use-column-tracks.ts';
import { clockWords } from '../../views/refresh/use-refresh.ts';
import { SlowSearch } from '../../views/slow-search.tsx';
import type { TemplateRecord } from '../templates/template-calls.ts';
import type { DesignField } from '../views/designer-fields.ts';
import { ChangeNote } from './change-note.tsx';
import type { ColumnWidths } from './columns/column-widths.ts';
import { useColumns } from './columns/use-columns.tsx';
import classes from './discover.module.css';
import { type DiscoverState, NEW_RECORD } from './discover-state.ts';
import { writtenAt } from './opened-document.ts';
import { storedOneself } from './stored-oneself.ts';
import type { Documents } from './use-discover.ts';
import { useOpenedDocument } from './use-opened-document.ts';

const loadOpen = () => import('./open-document.tsx');
const OpenDocument = part(loadOpen, (module) => module.OpenDocument);
// Rows beyond the first are asked for once somebody scrolls.
const NextRows = part(
  () => import('./next-rows.tsx'),
  (module) => module.NextRows,
);
// Forms weigh more than the rest of the screen; most visits only read.
const RecordDrawer = part(
  () => import('./record-drawer.tsx'),
  (module) => module.RecordDrawer,
);

// Most searches find something.
const NoDocuments = part(
  () => import('./no-documents.tsx'),
  (module) => module.NoDocuments,
);
// A document is mostly opened in its row.
const DocumentAside = part(
  () => import('./document-aside.tsx'),
  (module) => module.DocumentAside,
);
const RemovedRecords = part(
  () => import('./removed-records.tsx'),
  (module) => module.RemovedRecords,
);

/** Every search of the screen. */
const DISCOVERING = ['discover'] as const;

interface DocumentTableProps {
  readonly template: TemplateRecord;
  /** Null: the search cannot be made. */
  readonly search: ViewSearch | null;
  readonly documents: Documents;
  readonly fields: readonly DesignField[];
  /** Those under Nested, which can be columns. */
  readonly ofObjects: readonly DesignField[];
  readonly columns: readonly string[];
  readonly state: DiscoverState;
  /** The rows wait for the reader of a document, though the clock would look again. */
  readonly held: boolean;
  readonly onSort: (sort: { readonly field: string; readonly order: 'asc' | 'desc' }) => void;
  readonly onOpen: (id: string) => void;
  readonly onFilter: (field: string, value: string | number | boolean, negated: boolean) => void;
  /** Other columns, another order of them, or other widths. */
  readonly onColumns: (columns: readonly string[], widths: ColumnWidths) => void;
  readonly onClear: () => void;
  /** Takes the time away and keeps the rest. */
  readonly onWiden: () => void;
}

/**
 * Until the platform has answered, which may take its time, the rows of the search before stand; where it found none, nothing does:
 * that nothing matches is not known of the next one.
 */
function standing(documents: Documents, rows: number): 'found' | 'former' | 'nothing' {
  if (documents.isPending) return 'nothing';
  if (!documents.isPlaceholderData) return 'found';
  return rows > 0 ? 'former' : 'nothing';
}

/** The matching documents; one opens in place with its fields and its JSON, and is edited beside the table. */
export function DocumentTable({
  template,
  search,
  documents,
  fields: known,
  ofObjects,
  columns,
  state,
  held,
  ...on
}: DocumentTableProps) {
  // It is there before anybody opens a document, and comes behind them.
  useEffect(() => void (documents.isPending || loadOpen()), [documents.isPending]);
  const pages = search === null ? undefined : documents.data?.pages;
  const found = useMemo(() => pages?.flatMap((page) => page.hits.hits) ?? [], [pages]);
  const row = found.find((hit) => hit._id === state.open);
  const opened = useOpenedDocument(template.id, state.open, row && { hit: row, at: documents.dataUpdatedAt });
  const now = opened?.now;
  const hits = useMemo(() => (now ? found.map((hit) => (hit._id === now._id ? now : hit)) : found), [found, now]);
  const first = pages?.[0];
  const stands = search === null ? 'found' : standing(documents, hits.length);
  const total = first?.hits.total.value ?? 0;
  const fields = useMemo(() => withDays(known, hits), [known, hits]);
  const shown = useMemo(
    () =>
      columns.flatMap((name) =>
        columnOf(name, [...fields, ...ofObjects]).map((column) => aligned(column, first?.hits.hits)),
      ),
    [columns, fields, ofObjects, first],
  );
  const tracks = useColumnTracks(template.id, shown, first?.hits.hits);
  const shape = useColumns(shown, tracks, state.widths, on.onColumns);
  const cache = useQueryClient();
  const [showsRemoved, setShowsRemoved] = useState(false);
  const [{ edit }, setAddress] = useAddress();
  const edited = useOpenedDocument(template.id, edit === undefined || edit === NEW_RECORD ? '' : edit, undefined);
  const at = hits.findIndex((hit) => hit._id === edit);
  const step = (by: number): (() => void) | undefined => {
    const hit = at < 0 ? undefined : hits[at + by];
    return hit && (() => setAddress({ edit: hit._id, open: hit._id }));
  };
  return (
    <>
      {state.open !== '' && edit === undefined && !row && !documents.isPending && (
        <Suspense>
          <DocumentAside
            key={state.open}
            id={state.open}
            opened={opened}
            template={template}
            onClose={() => on.onOpen(state.open)}
          >
            {opened && (
              <Suspense fallback={<LoadingBlock height={120} />}>
                <OpenDocument opened={opened} fields={fields} onFilter={on.onFilter} />
              </Suspense>
            )}
          </DocumentAside>
        </Suspense>
      )}
      <DataTable<HitAnswer>
        label="Documents"
        dense
        noCards
        fit
        className={`${classes.documents} ${stands === 'former' ? classes.former : ''}`}
        columns={shape}
        rows={hits}
        foundBy={JSON.stringify(search)}
        rowId={(hit) => hit._id}
        loading={stands === 'nothing'}
        error={search === null ? null : documents.error}
        onRetry={() => void documents.refetch()}
        waiting={<SlowSearch queryKey={DISCOVERING} />}
        {...(state.sort && { sort: state.sort })}
        onSort={on.onSort}
        openId={state.open || undefined}
        onOpen={(hit) => on.onOpen(hit._id)}
        expanded={(hit) =>
          hit._id === state.open && opened ? (
            <Suspense>
              <OpenDocument opened={opened} fields={fields} onFilter={on.onFilter} />
            </Suspense>
          ) : undefined
        }
        empty={
          <Suspense>
            <NoDocuments
              template={template}
              search={search}
              range={state.range}
              onClear={on.onClear}
              onWiden={on.onWiden}
              onRemoved={() => setShowsRemoved(true)}
            />
          </Suspense>
        }
        end={
          documents.hasNextPage && (
            <Suspense>
              <NextRows
                // another one for each page: the rows that came would push this one, and all it says, out of sight
                key={hits.length}
                busy={documents.isFetching}
                error={documents.isFetchNextPageError ? documents.error : null}
                onNext={documents.fetchNextPage}
              />
            </Suspense>
          )
        }
        foot={
          <>
            <span data-testid="total">
              {stands === 'found' && totalWords(pages, documents.dataUpdatedAt, held)}
              {stands === 'former' && <SlowSearch queryKey={DISCOVERING} former />}
            </span>
            <Spacer />
            <RemovedLink onOpen={() => setShowsRemoved(true)} />
            {documents.hasNextPage && (
              <button
                type="button"
                className={`${classes.linkButton} ${classes.more}`}
                disabled={documents.isFetchingNextPage}
                onClick={() => void documents.fetchNextPage()}
              >
                {documents.isFetchingNextPage ? 'Loading' : 'Load more'}
              </button>
            )}
          </>
        }
      />
      {showsRemoved && edit === undefined && (
        <Suspense>
          <RemovedRecords template={template} onClose={() => setShowsRemoved(false)} />
        </Suspense>
      )}
      {edit !== undefined && (
        <Suspense>
          <RecordDrawer
            template={template}
            edit={edit}
            days={new Set(fields.flatMap(({ name, day }) => (day ? name : [])))}
            writtenAt={edited?.now && writtenAt(edited.now)}
            note={edit !== NEW_RECORD && <ChangeNote opened={edited} />}
            onStored={() => void storedOneself(cache, template.id, edit)}
            position={at < 0 ? '' : `Record ${formatCount(at + 1)} of ${formatCount(total)}`}
            onPrevious={edit === NEW_RECORD ? undefined : step(-1)}
            onNext={edit === NEW_RECORD ? undefined : step(1)}
          />
        </Suspense>
      )}
    </>
  );
}

/** How many of the documents that match are in the table, and as of when; nothing where nothing was searched. */
function totalWords(pages: readonly SearchAnswer[] | undefined, ts: number, held: boolean): string {
  const [first] = pages ?? [];
  if (!pages || !first) return '';
  const loaded = pages.reduce((count, page) => count + page.hits.hits.length, 0);
  const found = `${formatCount(loaded)} of ${formatDocuments(first.hits.total.value)} in ${formatTook(first.took)}`;
  return `${found}, at ${clockWords(ts)}${held ? ', until the document is closed' : ''}`;
}

function RemovedLink({ onOpen }: { readonly onOpen: () => void }) {
  const holds = useHolds();
  if (!holds('data write', 'change')) return null;
  return (
    <button type="button" className={classes.linkButton} onClick={onOpen}>
      Removed records
    </button>
  );
}

const withDays = (fields: readonly DesignField[], hits: readonly HitAnswer[]): readonly DesignField[] =>
  fields.map((field) => (holdsDays({ ...field, field: field.name }, hits) ? { ...field, day: true } : field));

function columnOf(name: string, fields: readonly DesignField[]): readonly ReturnType<typeof recordColumn>[] {
  const field = fields.find((candidate) => candidate.name === name);
  if (!field) return [];
  const { value_type, nested, unit } = field;
  return [
    recordColumn({
      field: name,
      value_type,
      day: field.day === true,
      ...(nested && { ofObjects: true, ...(unit && { unit }) }),
    }),
  ];
}
