import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { median, round, timed } from '../../../bench/figures.ts';
import { createCipher, openSqliteRecords, type RecordSearch, type RecordStore } from '../src/stores/records/index.ts';
import { fill, idOf, KIND, peopleOf, randomOf, SCOPE } from './people.ts';

/** One list of LIM-10. `plain_ms`: asked for the first time, when nothing but the records themselves can answer. */
interface ListFigure {
  readonly plain_ms: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  /** Of all threads, per page. */
  readonly cpu_ms: number;
}

const by = (field: string, order: 'asc' | 'desc' = 'asc') => ({ sort: [{ field, order }] });

/** Each list as a screen asks for it; keywords and pages change with every call. */
const LISTS: Readonly<Record<string, (word: string, at: number, count: number) => Partial<RecordSearch>>> = {
  newest: () => ({}),
  newest_deep: (_, at, count) => pageAt(count * 0.9 - 50 * at),
  by_ts: () => by('ts', 'desc'),
  by_text: () => by('full_name'),
  by_text_down: () => by('full_name', 'desc'),
  by_text_deep: (_, at, count) => ({ ...by('full_name'), ...pageAt(count * 0.9 - 50 * at) }),
  by_number: () => by('level'),
  by_text_keyword: (word) => ({ ...by('full_name'), keyword: word }),
  by_text_keyword_everywhere: (_, at) => ({ ...by('full_name'), keyword: 'example.org'.slice(at % 3) }),
  by_text_keyword_rare: (_, at) => ({ ...by('full_name'), keyword: `p${1000 + at}@` }),
  by_text_where: () => ({ ...by('full_name'), where: { team: 'blue' } }),
  where: () => ({ where: { team: 'blue' } }),
  where_any: () => ({ where: { team: ['blue', 'green'] } }),
  where_keyword: (word) => ({ where: { team: 'blue' }, keyword: word }),
  where_exact_total: () => ({ where: { team: 'blue' }, total: 'exact' }),
  keyword: (word) => ({ keyword: word }),
  status_frequent: () => ({ ...by('full_name'), status: ['active'] }),
  status_rare: () => ({ status: ['blocked'] }),
  status_rare_by_text: () => ({ ...by('full_name'), status: ['blocked'] }),
};

const pageAt = (from: number) => ({ from, to: from + 50 });

async function measure(
  store: RecordStore,
  of: (at: number) => Partial<RecordSearch>,
  calls: number,
): Promise<ListFigure> {
  const ask = (at: number) =>
    timed(() => store.search(SCOPE, KIND, { keys: [], keyword: '', from: 0, to: 50, total: 'bounded', ...of(at) }));
  const plain = await ask(0);
  // A write comes behind the index that the first call asked for.
  await store.write(SCOPE, [{ op: 'update', kind: KIND, id: idOf(7), doc: { full_name: `touched ${Math.random()}` } }]);
  await ask(0);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let at = 1; at <= calls; at++) times.push(await ask(at));
  const { user, system } = process.cpuUsage(before);
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  return {
    plain_ms: round(plain),
    p50_ms: round(median(times)),
    p95_ms: round(p95),
    cpu_ms: round((user + system) / 1000 / calls),
  };
}

/** Pages of lists over `count` records of one kind (LIM-10), in a folder of its own: name of the list → figures. */
export async function lists(count = 1_000_000, calls = 40): Promise<Readonly<Record<string, ListFigure>>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-lists-'));
  const store = await openSqliteRecords({
    file: path.join(folder, 'records.sqlite'),
    cipher: createCipher(Buffer.alloc(32, 7)),
  });
  store.declareKind(KIND, 'tenant', {
    searchable: ['full_name', 'bio', 'login', 'email'],
    indexes: [{ path: 'login', unique: true }, { path: 'team' }],
  });
  const { person, words } = peopleOf(7);
  const random = randomOf(23);
  const teamed = (at: number) => {
    return { ...person(at), level: Math.floor(random() * 50), team: ['blue', 'red', 'green'][at % 3] };
  };
  await fill(store, count, teamed, (at) => (at % 5000 === 0 ? 'Blocked' : 'Active'));
  const figures: Record<string, ListFigure> = {};
  for (const [name, of] of Object.entries(LISTS))
    figures[name] = await measure(store, (at) => of(words[at * 3] ?? '', at, count), calls);
  await store.close();
  await rm(folder, { recursive: true, force: true });
  return figures;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(JSON.stringify(await lists(Number(process.argv[2] ?? 1_000_000))));
