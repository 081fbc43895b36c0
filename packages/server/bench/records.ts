import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { median, round, timed } from '../../../bench/figures.ts';
import { createCipher, openSqliteRecords, type RecordSearch, type RecordStore } from '../src/stores/records/index.ts';
import { fill, idOf, KIND, peopleOf, randomOf, SCOPE } from './people.ts';

/**
 * Figures of issue 3, C.2. Keyword times are those of a first page that does not wait for a long count, `total_…` those of the
 * exact total: each the median of first calls with keywords not asked before.
 */
export interface RecordFigures {
  readonly records: number;
  readonly batch_writes_per_s: number;
  readonly single_writes_per_s: number;
  readonly single_writes_clients: number;
  readonly one_client_writes_per_s: number;
  readonly updates_per_s: number;
  readonly by_id_reads_per_s: number;
  readonly keyword_rare_ms: number;
  readonly keyword_common_ms: number;
  readonly keyword_everywhere_ms: number;
  readonly keyword_two_letters_ms: number;
  readonly keyword_one_letter_ms: number;
  readonly keyword_rare_letters_ms: number;
  readonly keyword_absent_ms: number;
  readonly keyword_one_key_ms: number;
  readonly total_everywhere_ms: number;
  readonly total_everywhere_again_ms: number;
  readonly total_two_letters_ms: number;
  readonly first_page_ms: number;
  readonly unique_lookup_ms: number;
  readonly disk_mb: number;
  readonly peak_rss_mb: number;
}

async function writesPerSecond(clients: number, each: number, write: (client: number, at: number) => Promise<unknown>) {
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let at = 0; at < each; at++) await write(client, at);
      }),
    ),
  );
  return (clients * each) / (ms / 1000);
}

function searcher(store: RecordStore) {
  return async (keywords: readonly string[], more: Partial<RecordSearch> = {}): Promise<number> => {
    const times: number[] = [];
    for (const keyword of keywords)
      times.push(
        await timed(() => store.search(SCOPE, KIND, { keys: [], keyword, from: 0, to: 50, total: 'bounded', ...more })),
      );
    return round(median(times));
  };
}

async function keywordFigures(store: RecordStore, words: readonly string[], count: number) {
  const search = searcher(store);
  await search(['warmup']);
  return {
    keyword_rare_ms: await search([`.${count - 7}`, `.${count >> 1}`, `p${count - 99}@`]),
    keyword_common_ms: await search(words.slice(0, 9)),
    keyword_everywhere_ms: await search(['example', 'xample.org', '@example']),
    keyword_two_letters_ms: await search(['sa', 'wi', 'ta']),
    keyword_one_letter_ms: await search(['a', 'x', '7']),
    keyword_rare_letters_ms: await search(['7@', 'ag', 'd ', '#', 'qz']),
    keyword_absent_ms: await search(['zzzz', 'qqq', 'banana bread']),
    keyword_one_key_ms: await search([...words.slice(20, 29), 'ex', 'org', '@'], { keys: ['full_name'] }),
    total_everywhere_ms: await search(['example', 'xample.org', '@example'], { total: 'exact' }),
    total_everywhere_again_ms: await search(['example', 'example', 'example'], { total: 'exact' }),
    total_two_letters_ms: await search(['sa', 'wi', 'ta'], { total: 'exact' }),
  };
}

/** Measures the SQLite record store on `count` records of one kind, in a folder of its own. */
export async function records(count = 1_000_000): Promise<RecordFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-records-'));
  const file = path.join(folder, 'records.sqlite');
  const store = await openSqliteRecords({ file, cipher: createCipher(Buffer.alloc(32, 7)) });
  store.declareKind(KIND, 'tenant', {
    searchable: ['full_name', 'bio', 'login', 'email'],
    indexes: [{ path: 'login', unique: true }],
  });
  const { person, words } = peopleOf(7);
  const batch = await fill(store, count, person);
  const clients = 64;
  const single = await writesPerSecond(clients, 200, (client, at) =>
    store.write(SCOPE, [{ op: 'add', kind: KIND, id: `single-${client}-${at}`, doc: { full_name: `s ${client}` } }]),
  );
  const alone = await writesPerSecond(1, 500, (_, at) =>
    store.write(SCOPE, [{ op: 'add', kind: KIND, id: `alone-${at}`, doc: { full_name: 'alone' } }]),
  );
  const random = randomOf(11);
  const updates = await writesPerSecond(clients, 100, (client, at) => {
    const id = idOf(Math.floor(random() * count));
    return store.write(SCOPE, [{ op: 'update', kind: KIND, id, doc: { full_name: `changed ${client} ${at}` } }]);
  });
  const reads = 100_000;
  const readMs = await timed(async () => {
    for (let at = 0; at < reads; at++) await store.get(SCOPE, KIND, idOf(Math.floor(random() * count)));
  });
  const keywords = await keywordFigures(store, words, count);
  const page = () => timed(() => store.search(SCOPE, KIND, { keys: [], keyword: '', from: 0, to: 50 }));
  const lookup = (at: number) =>
    timed(async () => {
      const login = (await store.get(SCOPE, KIND, idOf(at)))?.doc.login;
      return store.search(SCOPE, KIND, { keys: [], keyword: '', where: { login: String(login) }, from: 0, to: 1 });
    });
  const figures: RecordFigures = {
    records: count,
    batch_writes_per_s: Math.round(batch),
    single_writes_per_s: Math.round(single),
    single_writes_clients: clients,
    one_client_writes_per_s: Math.round(alone),
    updates_per_s: Math.round(updates),
    by_id_reads_per_s: Math.round(reads / (readMs / 1000)),
    ...keywords,
    first_page_ms: round(median([await page(), await page(), await page()])),
    unique_lookup_ms: round(median([await lookup(11), await lookup(222), await lookup(3333)])),
    disk_mb: Math.round((await stat(file)).size / 1e6),
    peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  await store.close();
  await rm(folder, { recursive: true, force: true });
  return figures;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(JSON.stringify(await records(Number(process.argv[2] ?? 1_000_000))));
