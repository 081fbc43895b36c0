import type { RowCounts } from '@datasarana/schema';
import { DATASETS, type Dataset } from './datasets.ts';
import type { PlatformClient } from './platform-client.ts';
import { VIEWS } from './views.ts';

/** Loads whatever of the demo is not there yet; a second start changes nothing. */
export async function loadDemo(platform: PlatformClient, say: (line: string) => void): Promise<void> {
  const found = await platform.json<readonly { readonly id: string; readonly name: string }[]>(
    'POST',
    '/schema/data/template',
    listing,
  );
  const ids = new Map(found.map((template) => [template.name, template.id]));
  for (const dataset of DATASETS) {
    if (ids.has(dataset.name)) say(`  ${dataset.name}: there already`);
    else ids.set(dataset.name, await loadDataset(platform, dataset, say));
  }
  await loadViews(platform, ids);
}

const listing = { key: '', keyword: '', from: 0, to: 500 };

async function loadDataset(platform: PlatformClient, dataset: Dataset, say: (line: string) => void): Promise<string> {
  const { name, description } = dataset;
  const items = dataset.fields.map((field, i) => ({ ...field, sequence: i + 1 }));
  const { id } = await platform.json<{ readonly id: string }>('PUT', '/schema/data/template', {
    name,
    description,
    items,
    // One node cannot keep copies: asking for none makes the demo's indices green.
    config: { search_replica: 0, kafka_replica: 0 },
  });
  await platform.json('PATCH', '/schema/data/template?mode=deploy', { id });
  const query = new URLSearchParams({ template: id, file: dataset.file });
  if (dataset.columns) query.set('columns', JSON.stringify(dataset.columns));
  const ledger = await platform.csv<RowCounts>(`/data/csv?${query}`, await dataset.csv());
  say(`  ${name}: ${ledger.read} rows read, ${ledger.accepted} added, ${ledger.rejected} rejected`);
  return id;
}

const WORKSPACE = 'Wildlife strikes and earthquakes';

async function loadViews(platform: PlatformClient, templates: ReadonlyMap<string, string>): Promise<void> {
  const there = await platform.json<readonly { readonly name: string }[]>('POST', '/record/visual.workspace', listing);
  if (there.some((workspace) => workspace.name === WORKSPACE)) return;
  const tiles: unknown[] = [];
  for (const { name, dataset, place, definition } of VIEWS) {
    const template = templates.get(dataset);
    const view = { title: name, dataset: template, ...definition };
    const type = definition.visual === 'Metric' ? 'metric' : definition.visual === 'Map' ? 'map' : 'chart';
    const stored = await platform.json<{ readonly id: string }>('PUT', '/record/visual.view', {
      name,
      title: name,
      type,
      mode: 'chart',
      scope: 'tenant',
      dataset: template,
      aggregate: JSON.stringify(view),
    });
    tiles.push({ configured: true, type: 'view', view: stored.id, data: JSON.stringify(place) });
  }
  await platform.json('PUT', '/record/visual.workspace', {
    name: WORKSPACE,
    description: 'Made by the demo',
    views: tiles,
  });
}
