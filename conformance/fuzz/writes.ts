import type { Call } from './calls.ts';
import { randomDocument } from './documents.ts';
import { type FuzzMapping, UID } from './fields.ts';
import type { Random } from './random.ts';
import type { Searches } from './searches.ts';

type Body = Readonly<Record<string, unknown>>;

/** What fits no field of its type; what it does to a document is the same on both sides. */
const MISFITS: readonly unknown[] = ['no such thing', { a: 1 }, [[1, [2]]], true, 1e300, -1, '2020-13-45', ''];

/** Makes calls that write, with faults among them, and looks at what is stored then. */
export class Writes {
  readonly #random: Random;
  readonly #mapping: FuzzMapping;
  readonly #searches: Searches;

  constructor(random: Random, mapping: FuzzMapping, searches: Searches) {
    this.#random = random;
    this.#mapping = mapping;
    this.#searches = searches;
  }

  calls(): readonly Call[] {
    const random = this.#random;
    const some = random.many(random.int(1, 4), () =>
      random.pick<() => Call>([
        () => this.#bulk(),
        () => this.#bulk(),
        () => this.#single(),
        () => this.#single(),
        () => this.#update(),
        () => this.#read(),
        () => this.#byQuery(),
      ])(),
    );
    return [
      ...some,
      { method: 'POST', path: '/_search', body: { size: 200, sort: [UID], seq_no_primary_term: true, version: true } },
    ];
  }

  #id(): string {
    return String(this.#random.int(0, 12));
  }

  /** A document, one in four with something in it that does not fit. */
  #document(): Body {
    const random = this.#random;
    const uid = random.int(0, 200);
    const document = randomDocument(random, this.#mapping, uid);
    if (random.chance(0.75)) return document;
    const { path } = random.pick(this.#mapping.fields);
    return { ...document, [path.split('.')[0] ?? path]: random.pick(MISFITS) };
  }

  #bound(): string {
    return this.#random.pick([
      '',
      '',
      '',
      `&if_seq_no=${this.#random.int(0, 9)}&if_primary_term=1`,
      `&version=${this.#random.int(1, 5)}&version_type=external`,
      '&op_type=create',
    ]);
  }

  #single(): Call {
    const random = this.#random;
    const path = `/_doc/${this.#id()}?refresh=true`;
    if (random.chance(0.25)) return { method: 'DELETE', path: path + this.#bound().replace('&op_type=create', '') };
    if (random.chance(0.2))
      return { method: 'PUT', path: `/_create/${this.#id()}?refresh=true`, body: this.#document() };
    return { method: 'PUT', path: path + this.#bound(), body: this.#document() };
  }

  #updateBody(): Body {
    const random = this.#random;
    const doc = random.chance(0.3) ? { [UID]: random.int(0, 200) } : this.#document();
    return {
      doc,
      ...random.maybe(0.25, () => ({ doc_as_upsert: true })),
      ...random.maybe(0.2, () => ({ detect_noop: false })),
      ...random.maybe(0.15, () => ({ upsert: this.#document() })),
      ...random.maybe(0.15, () => ({ _source: true })),
    };
  }

  #update(): Call {
    return { method: 'POST', path: `/_update/${this.#id()}?refresh=true`, body: this.#updateBody() };
  }

  #read(): Call {
    const ids = this.#random.many(3, () => this.#id());
    return this.#random.pick<Call>([
      { method: 'GET', path: `/_doc/${this.#id()}` },
      { method: 'GET', path: `/_source/${this.#id()}?_source_includes=f*` },
      { method: 'POST', path: '/_mget', body: { ids } },
      { method: 'POST', path: '/_mget', body: { docs: ids.map((_id) => ({ _id, _source: [UID] })) } },
      { method: 'POST', path: `/_explain/${this.#id()}?_source=false`, body: { query: { match_all: {} } } },
    ]);
  }

  #bulk(): Call {
    const random = this.#random;
    const lines = random.many(random.int(1, 8), () => {
      const _id = this.#id();
      return random.pick<() => readonly Body[]>([
        () => [{ index: { _id } }, this.#document()],
        () => [{ index: { _id } }, this.#document()],
        () => [{ create: { _id } }, this.#document()],
        () => [{ update: { _id, ...random.maybe(0.2, () => ({ retry_on_conflict: 2 })) } }, this.#updateBody()],
        () => [{ delete: { _id } }],
        () => [{ index: { _id, if_seq_no: random.int(0, 9), if_primary_term: 1 } }, this.#document()],
        () => [{ delete: { _id, _index: 'absent-index-2' } }],
        () => [{ index: { _id, version: random.int(1, 5), version_type: 'external' } }, this.#document()],
      ])();
    });
    return { method: 'POST', path: '/_bulk?refresh=true', lines: lines.flat() };
  }

  #byQuery(): Call {
    const random = this.#random;
    const body = { query: random.chance(0.5) ? this.#searches.queries.someUids() : this.#searches.queries.query(2) };
    const most = random.chance(0.2) ? '&max_docs=1' : '';
    const path = random.pick(['/_delete_by_query', '/_update_by_query']);
    // which of several documents is taken first is not said, so a part of them is only asked for where there is one
    const one = most === '' ? body : { query: { term: { [UID]: random.int(0, 12) } } };
    return { method: 'POST', path: `${path}?refresh=true${most}`, body: one };
  }
}
