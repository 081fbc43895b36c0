import { IconChartBar, IconPlus } from '@tabler/icons-react';
import { Suspense, useMemo, useRef } from 'react';
import { ErrorState, isWithoutIndex, Missing, Page, PageHeader, StateScreen } from '../../design/index.ts';
import { NARROW, PHONE, useWindowIs } from '../../design/widths.ts';
import { useAddress, useGo } from '../../navigation.tsx';
import { part } from '../../part.tsx';
import { WriteButton } from '../../records/write-button.tsx';
import { useHolds } from '../../session/index.ts';
import type { ViewSearch } from '../../views/definition.ts';
import { NEWS } from '../../views/live-rows.ts';
import { RefreshMenu } from '../../views/refresh/refresh-menu.tsx';
import { addressOfRate, LIST_RATES } from '../../views/refresh/refresh-rates.ts';
import { type Kinds, useRefresh } from '../../views/refresh/use-refresh.ts';
import { ALL_TIME, rangeOn } from '../../views/time/time-range.ts';
import { useHoldsDays } from '../../views/use-holds-days.ts';
import { isUnreachable } from '../../views/use-view-result.ts';
import { NoTemplates } from '../templates/no-templates.tsx';
import { useReadableTemplates } from '../templates/readable-templates.ts';
import { type TemplateRecord, useTemplate } from '../templates/template-calls.ts';
import { type DesignField, designFields, hasPlace, objectFields } from '../views/designer-fields.ts';
import { firstColumns } from '../views/first-columns.ts';
import { askedFields, askedNear } from './asked-fields.ts';
import { writeWidths } from './columns/column-widths.ts';
import classes from './discover.module.css';
import { DiscoverBar } from './discover-bar.tsx';
import { DiscoverOutline } from './discover-outline.tsx';
import {
  type DiscoverState,
  knownOf,
  NEW_RECORD,
  pillOn,
  readState,
  searchOf,
  timeFieldOf,
  togglePill,
  writeFilters,
} from './discover-state.ts';
import { DiscoverTime } from './discover-time.tsx';
import { DocumentTable } from './document-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FieldList } from './field-list.tsx';
import { FieldSheet } from './field-sheet.tsx';
import { FilterPills } from './filter-pills.tsx';
import { SavedSearches } from './saved-searches.tsx';
import { checkSearch, NOTHING_UNKNOWN, refusalOf } from './search-check.ts';
import { SearchNote } from './search-note.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { TimeHistogram } from './time-histogram.tsx';
import { useDocuments } from './use-discover.ts';
import { useNews } from './use-news.ts';

const loadUnreadable = () => import('./unreadable.tsx');
const Unshared = part(loadUnreadable, (module) => module.Unshared);
const Withdrawn = part(loadUnreadable, (module) => module.Withdrawn);
const Undeployed = part(loadUnreadable, (module) => module.Undeployed);
const ToStorage = part(loadUnreadable, (module) => module.ToStorage);

const DOCUMENTS: Kinds = ['discover', NEWS];

/** Search one template: how many, when, and the documents themselves (SCR-07). */
export function DiscoverScreen() {
  const [address] = useAddress();
  const templates = useReadableTemplates();
  const id = address.template ?? templates.data?.[0]?.id;
  const template = useTemplate(id);
  const found = templates.data && template.data;
  const mayRead = found && templates.reads(found);
  if (mayRead && found.deployed) return <Discover template={found} templates={templates.data ?? []} />;
  const error = templates.error ?? template.error;
  const retry = (): unknown => Promise.all([templates.refetch(), ...(id ? [template.refetch()] : [])]);
  const nothing = templates.data && !id;
  const awaited = !templates.data || (id !== undefined && !found && template.isPending);
  if (awaited && !error) return <DiscoverOutline />;
  return (
    <StateScreen title="Discover">
      {error ? (
        <ErrorState error={error} onRetry={() => void retry()} />
      ) : nothing ? (
        <NoTemplates title="Nothing to search yet" gain="its rows can be searched a moment later." />
      ) : found ? (
        <Suspense>{mayRead ? <Undeployed template={found} /> : <Unshared template={found} />}</Suspense>
      ) : (
        <Missing noun="template" to="toolkit.analytic.discover" list="Discover" />
      )}
    </StateScreen>
  );
}

interface DiscoverProps {
  readonly template: TemplateRecord;
  readonly templates: readonly TemplateRecord[];
}

function Discover({ template, templates }: DiscoverProps) {
  const [address, setAddress] = useAddress();
  const fields = useMemo(() => [...designFields(template.items.filter((item) => !item.system))], [template.items]);
  const ofObjects = useMemo(() => objectFields(template.items.filter((item) => !item.system)), [template.items]);
  const filterable = useMemo(() => [...fields, ...ofObjects], [fields, ofObjects]);
  const state = useMemo(() => knownOf(readState(address), filterable), [address, filterable]);
  const timeField = timeFieldOf(fields, state.timeField);
  const time = useHoldsDays(template.id, state.range === ALL_TIME ? null : timeField);
  const search = useMemo(() => searchOf(state, timeField, time.days), [state, timeField, time.days]);
  const { check, documents, asked } = useCheckedSearch(template, state, search, time.waits);
  const phone = useWindowIs(PHONE);
  const columns = useMemo(
    () => (state.columns.length > 0 ? state.columns : columnsFor(search, fields, phone)),
    [state.columns, search, fields, phone],
  );
  const setFilters = (filters: typeof state.filters): void => setAddress({ f: writeFilters(filters) }, { push: true });
  const filterBy = (field: string, value: string | number | boolean, negated: boolean): void =>
    setFilters(togglePill(state.filters, { ...pillOn(filterable, field), operator: negated ? 'is not' : 'is', value }));
  const reading = state.open !== '' || (address.edit !== undefined && address.edit !== NEW_RECORD);
  const every = reading ? 0 : state.every;
  const refresh = useRefresh(DOCUMENTS, every);
  const news = useNews(template.id, asked, documents, every === 0);
  const main = useRef<HTMLDivElement>(null);
  const showNews = (): void => {
    refresh();
    main.current?.querySelector('[role=grid]')?.parentElement?.scrollTo({ top: 0 });
  };
  const holds = useHolds();
  const go = useGo();
  const createView = (field?: string): void => {
    const { q, f, time: chosen } = address;
    const range = address.range && rangeOn(address.range, time.days);
    const kept = { template: template.id, q, f, range, time: chosen ?? (range ? timeField : undefined), field };
    const search = Object.fromEntries(Object.entries(kept).flatMap(([name, text]) => (text ? [[name, text]] : [])));
    go('toolkit.analytic.view', { params: { id: 'new' }, search });
  };
  const toggleColumn = (name: string): void => {
    const next = columns.includes(name) ? columns.filter((column) => column !== name) : [...columns, name];
    setAddress({ columns: next.join(',') });
  };
  const narrow = useWindowIs(NARROW);
  const fieldList = (
    <FieldList
      template={template.id}
      search={asked}
      fields={filterable}
      shown={columns}
      onToggle={toggleColumn}
      onFilter={filterBy}
      {...(holds('views', 'add') && { onVisualise: createView })}
    />
  );
  if (isUnreachable(documents.error))
    return (
      <StateScreen title="Discover">
        <Suspense>
          <Withdrawn template={template} />
        </Suspense>
      </StateScreen>
    );
  if (isWithoutIndex(documents.error))
    return (
      <StateScreen title="Discover">
        <div className={classes.instead}>
          <TemplateChoice template={template} templates={templates} />
        </div>
        <ErrorState
          error={documents.error}
          action={
            <Suspense>
              <ToStorage template={template} />
            </Suspense>
          }
        />
      </StateScreen>
    );
  const actions = (
    <>
      <SavedSearches template={template} templates={templates} search={search} />
      <ExportMenu
        template={template}
        search={search}
        sort={state.sort}
        hasPlace={fields.some(hasPlace)}
        columns={state.columns}
        fields={filterable}
      />
      {holds('views', 'add') && (
        <WriteButton leftSection={<IconChartBar size={16} />} onClick={() => createView()}>
          Create view
        </WriteButton>
      )}
      {holds('data write', 'add') && (
        <WriteButton leftSection={<IconPlus size={16} />} onClick={() => setAddress({ edit: NEW_RECORD })}>
          Add record
        </WriteButton>
      )}
    </>
  );
  const timeControls = (
    <>
      <DiscoverTime state={state} fields={fields} timeField={timeField} />
      <RefreshMenu
        className={classes.refresh ?? ''}
        rates={LIST_RATES}
        every={state.every}
        onEvery={(seconds) => setAddress({ every: addressOfRate(seconds) })}
        onRefresh={refresh}
        updated={documents.dataUpdatedAt}
        busy={documents.isFetching}
      />
    </>
  );
  return (
    <Page fill>
      <PageHeader title="Discover">{!phone && actions}</PageHeader>
      <div className={classes.discover}>
        <DiscoverBar
          state={state}
          template={template}
          templates={templates}
          fields={fields}
          search={search}
          actions={phone && <div className={classes.barActions}>{actions}</div>}
        >
          {!phone && timeControls}
        </DiscoverBar>
        <SearchNote
          text={state.text}
          check={check}
          template={template.name}
          onText={(q) => setAddress({ q, open: undefined }, { push: true })}
        />
        <FilterPills template={template.id} filters={state.filters} fields={filterable} onChange={setFilters}>
          {phone && timeControls}
          {narrow && <FieldSheet>{fieldList}</FieldSheet>}
        </FilterPills>
        <div className={classes.panes}>
          {!narrow && fieldList}
          <div ref={main} className={classes.main}>
            <TimeHistogram
              template={template.id}
              search={asked}
              field={timeField}
              onRange={(range) => setAddress({ range }, { push: true })}
              next={!documents.isPending}
              none={documents.data?.pages[0]?.hits.total.value === 0}
              news={news}
              onNews={showNews}
            />
            <DocumentTable
              template={template}
              search={asked}
              documents={documents}
              fields={fields}
              ofObjects={ofObjects}
              columns={columns}
              state={state}
              held={reading && state.every > 0}
              onSort={(sort) => setAddress({ sort: `${sort.field}:${sort.order}` })}
              onOpen={(open) => setAddress({ open: open === state.open ? undefined : open })}
              onFilter={filterBy}
              onColumns={(next, widths) => setAddress({ columns: next.join(','), widths: writeWidths(widths, next) })}
              onWiden={() => setAddress({ range: undefined }, { push: true })}
              onClear={() => setAddress({ q: undefined, f: undefined, range: undefined })}
            />
          </div>
        </div>
      </div>
    </Page>
  );
}

/** Columns where nobody chose any. */
function columnsFor(search: ViewSearch, fields: readonly DesignField[], phone: boolean): readonly string[] {
  const asked = askedFields(search);
  const columns = firstColumns(fields, asked).map(({ name }) => name);
  return phone ? askedNear(columns, asked) : columns;
}

/** The search held against its template and asked when it can be; `asked` is null when it cannot, or was refused. */
function useCheckedSearch(template: TemplateRecord, state: DiscoverState, search: ViewSearch, waits: boolean) {
  const found = useMemo(() => checkSearch(search, template.items), [search, template.items]);
  const documents = useDocuments(template.id, search, state.sort, found.fault === null && !waits);
  const refused = refusalOf(documents.error);
  const check = found.fault || !refused ? found : { fault: refused, ...NOTHING_UNKNOWN };
  return { check, documents, asked: check.fault ? null : search };
}
