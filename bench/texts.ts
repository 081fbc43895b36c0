import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { belowOne, compareEach, meanOf, printQuestions } from './compare.ts';
import { bulkSeconds, call } from './door.ts';
import { opensearchDoor } from './opensearch.ts';
import { doorOf, startPlatform } from './platform.ts';

const INDEX = 'bench-texts';
const MAPPINGS = { properties: { id: { type: 'long' }, body: { type: 'text' } } };

/** Texts of so many letters each, no two alike. */
interface Sample {
  readonly texts: number;
  readonly letters: number;
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  lines: { texts: 1_000_000, letters: 80 },
  pages: { texts: 20_000, letters: 4_000 },
};

/** Numbers of 0 to 1 by `mulberry32`, the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LETTERS = 'etaoinshrdlucmfwypvbgkjqxz';

/** Different words, drawn later so that the first are the most frequent by far, as in a language. */
function wordsOf(roll: () => number): readonly string[] {
  const words = new Set<string>();
  while (words.size < 60_000) {
    const letters = Array.from({ length: 2 + Math.floor(9 * roll()) }, () => LETTERS[Math.floor(26 * roll() ** 2)]);
    words.add(letters.join(''));
  }
  return [...words];
}

const roll = dice(7);
const WORDS = wordsOf(roll);
const word = (at: number): string => WORDS[at] ?? '';
const anyWord = (): string => word(Math.floor(WORDS.length * roll() ** 5));

function textOf(letters: number): string {
  let text = anyWord();
  while (text.length < letters) text += `${roll() < 0.1 ? ', ' : ' '}${anyWord()}`;
  return text;
}

function* lines({ texts, letters }: Sample): Generator<string> {
  for (let id = 0; id < texts; id++) yield `{"id":${id},"body":"${textOf(letters)}"}\n`;
}

const body = (text: string, more = {}): object => ({ size: 10, query: { match: { body: { query: text, ...more } } } });
const phrase = (text: string, slop = 0): object => ({
  size: 10,
  query: { match_phrase: { body: { query: text, slop } } },
});

/** Each asks for other words in every run. */
const ASKED: Readonly<Record<string, (run: number) => object>> = {
  word: (run) => body(word(20 + 7 * run)),
  two_words: (run) => body(`${word(3 + run)} ${word(90 + run)}`, { operator: 'and' }),
  three_words: (run) => body(`${word(5 + run)} ${word(70 + run)} ${word(900 + run)}`),
  phrase_of_frequent_words: (run) => phrase(`${word(run)} ${word(run + 1)}`),
  phrase: (run) => phrase(`${word(60 + run)} ${word(130 + run)}`),
  phrase_with_slop: (run) => phrase(`${word(10 + run)} ${word(30 + run)}`, 2),
  beginning: (run) => ({ size: 10, query: { prefix: { body: word(300 + 11 * run).slice(0, 4) } } }),
  misspelt: (run) => body(word(200 + 13 * run), { fuzziness: 1 }),
  marked: (run) => ({ ...body(`${word(15 + run)} ${word(40 + run)}`), highlight: { fields: { body: {} } } }),
};

/** Nine that are timed, behind three that are not. */
const RUNS = { from: 3, count: 9, warmUps: 3 };

/** Texts that differ from document to document, as titles, lines of a log and pages do: by `_bulk` into both engines, then asked of both. */
export async function texts(): Promise<Readonly<Record<string, object>>> {
  const figures: Record<string, object> = {};
  for (const [name, sample] of Object.entries(SAMPLES)) {
    const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-texts-'));
    try {
      const file = path.join(folder, 'texts.ndjson');
      await pipeline(Readable.from(lines(sample)), createWriteStream(file));
      figures[name] = await textsOf(name, file, sample.texts, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return figures;
}

async function textsOf(name: string, file: string, count: number, folder: string): Promise<object> {
  const platform = await startPlatform(path.join(folder, 'data'));
  try {
    const ours = await doorOf(platform);
    const theirs = await opensearchDoor();
    const own = await bulkSeconds(ours, INDEX, file, MAPPINGS);
    const other = theirs && (await bulkSeconds(theirs, INDEX, file, MAPPINGS));
    const asked = Object.entries(ASKED).map(([each, bodyOf]) => ({ name: `${name} ${each}`, bodyOf, ...RUNS }));
    const compared = await compareEach({ ours, theirs, index: INDEX }, asked);
    if (theirs) await call(theirs, 'DELETE', `/${INDEX}`);
    printQuestions(compared.questions);
    return {
      texts_per_s: Math.round(count / own),
      opensearch_texts_per_s: other && Math.round(count / other),
      geomean: meanOf(compared.questions),
      below_one: belowOne(compared.questions),
      ...compared,
    };
  } finally {
    await platform.stop();
  }
}
