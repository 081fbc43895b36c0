import type { Scope } from '../../access/scope.ts';
import { type RecordStore, WhileUnchanged } from '../../stores/records/index.ts';
import { TEMPLATE_KIND } from '../templates/template.ts';

/** A template and the slug of its name. */
interface Named {
  readonly id: string;
  readonly slug: string;
  /** Epoch ms. */
  readonly created: number;
  /** `search_partition` of its configuration (IDX-08). */
  readonly partition: string;
  /** `search_enable_source` of its configuration (IDX-01). */
  readonly showsSource: boolean;
}

const PAGE = { keys: [], keyword: '', from: 0, to: 10_000 } as const;

/** Tenants whose templates are kept. */
const MOST_TENANTS = 200;

/** What a name is in addresses: `Flight Delays (2024)` → `flight-delays-2024` */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');

/** What the templates of a tenant are called: every request at the door asks, and they seldom change. */
export class TemplateNames {
  readonly #records: RecordStore;
  readonly #kept: WhileUnchanged<readonly Named[]>;

  constructor(records: RecordStore) {
    this.#records = records;
    this.#kept = new WhileUnchanged(records, MOST_TENANTS);
  }

  /** The oldest first; two may have the same slug. */
  of(scope: Scope): Promise<readonly Named[]> {
    return this.#kept.get(`${scope.cluster}/${scope.tenant}`, async () => {
      const { records } = await this.#records.search(scope, TEMPLATE_KIND, PAGE);
      return records
        .toSorted((a, b) => a.ts - b.ts)
        .map(({ id, ts, doc }) => ({
          id,
          slug: slugOf(String(doc.name ?? '')) || id.toLowerCase(),
          created: ts,
          partition: String(Object(doc.config).search_partition ?? 'None'),
          showsSource: Object(doc.config).search_enable_source !== false,
        }));
    });
  }
}
