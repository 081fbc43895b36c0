import { conflict, invalid, newId, notFound, PlatformError, type Reach, ReplyCode } from '@datasarana/schema';
import { denied } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import type { Archive } from '../../stores/archive/index.ts';
import type { RecordChange, RecordStore, StoredRecord } from '../../stores/records/port.ts';
import type { SearchIndex } from '../../stores/search/port.ts';
import type { StreamLog } from '../../stores/stream/port.ts';
import { refuseBeyondGroup, refuseReopened } from './beyond-group.ts';
import { changedTypes, indexDefinition, typesOf } from './definition.ts';
import { goneFields } from './gone-fields.ts';
import type { Maker } from './read-item.ts';
import { readTemplate } from './read-template.ts';
import { refuseRelationships } from './relationships.ts';
import { isWithinReach } from './sharing.ts';
import { putIndex } from './storage/index-switch.ts';
import { putTopic } from './storage/topic-switch.ts';
import {
  type Owner,
  TEMPLATE_KIND,
  type Template,
  type TemplateVersion,
  templateOf,
  templateReply,
  VERSION_KIND,
  versionId,
} from './template.ts';
import { holdsNothing } from './unused-template.ts';

export interface TemplateStores {
  readonly records: RecordStore;
  readonly search: SearchIndex;
  readonly stream: StreamLog;
  readonly archive: Archive;
  readonly clock: () => number;
}

/** A template as deployed last: what rows are validated against, whatever was saved since. */
export interface DeployedTemplate {
  readonly id: string;
  readonly record: StoredRecord;
  readonly template: Template;
  /** `major.minor` rows are stamped with (TPL-27). */
  readonly schemaVersion: string;
}

type Body = Readonly<Record<string, unknown>>;

/** Whose right is used and how far it reaches. */
export interface Access {
  readonly scope: Scope;
  readonly reach: Reach;
}

/** Told of a template that was deployed: what takes long is done behind that. */
export type DeployListener = (scope: Scope, id: string) => void;

const notThere = (id: string): PlatformError => notFound(`There is no template '${id}'.`);

/** Saves, deploys and finds templates; every saved state is kept as a version (TPL-33). */
export class Templates {
  readonly #stores: TemplateStores;
  readonly #onDeploy: DeployListener;

  constructor(stores: TemplateStores, onDeploy: DeployListener = () => {}) {
    this.#stores = stores;
    this.#onDeploy = onDeploy;
  }

  #maker(): Maker {
    return { id: newId, now: this.#stores.clock() };
  }

  /** @throws PlatformError 31/409 with the current template when the body is based on an older one (REC-38) */
  async #changed({ scope, reach }: Access, record: StoredRecord, body: Body): Promise<Template> {
    if (typeof body.ts_modified === 'number' && body.ts_modified !== record.ts_modified)
      throw conflict('The template was changed by someone else in the meantime.', templateReply(record));
    const { provisional: _, ...before } = templateOf(record);
    const changed = readTemplate(body, before, before.owner, this.#maker());
    if (reach === 'managed') refuseBeyondGroup(before, changed);
    await refuseRelationships(this.#stores.records, scope, body.items, before.items);
    return changed;
  }

  async #owner(scope: Scope): Promise<Owner> {
    const name = (await this.#stores.records.get(scope, 'user', scope.user))?.doc.full_name;
    return { id: scope.user, ...(typeof name === 'string' && { full_name: name }) };
  }

  /** Null for an id that is not there, another tenant's or out of reach. */
  async find({ scope, reach }: Access, id: string): Promise<StoredRecord | null> {
    const record = await this.#stores.records.get(scope, TEMPLATE_KIND, id);
    return record && (await isWithinReach(this.#stores.records, scope, reach, record)) ? record : null;
  }

  /** @throws PlatformError 34/404; 31/403 when it may be read alone */
  async get(access: Access, id: string): Promise<StoredRecord> {
    const record = await this.find(access, id);
    if (record) return record;
    if (await this.find({ ...access, reach: 'published' }, id))
      throw denied(`The template '${id}' is published for reading; this needs it shared with one of your groups.`);
    throw notThere(id);
  }

  /** @throws PlatformError 34/404 when it is not there, 31/409 when it was never deployed */
  async deployed(access: Access, id: string): Promise<DeployedTemplate> {
    const record = await this.get(access, id);
    const { version_major, deployed, name } = templateOf(record);
    const version = deployed
      ? await this.#stores.records.get(access.scope, VERSION_KIND, versionId(id, version_major, 0))
      : null;
    if (!version) {
      throw new PlatformError(`The template '${name}' is not deployed, so it cannot hold data yet.`, {
        code: ReplyCode.Failed,
        type: 'conflict',
        http: 409,
        hint: 'Deploy the template first: PATCH /api/schema/data/template?mode=deploy with its id.',
      });
    }
    return { id, record, template: templateOf(version), schemaVersion: `${version_major}.0` };
  }

  /**
   * `kept` = fields it is made of, whose relationships it may have whatever became of them; a `provisional` one goes by itself
   * when nothing comes into it.
   */
  async create(
    scope: Scope,
    body: Body,
    { kept = [], provisional = false }: { readonly kept?: Template['items']; readonly provisional?: boolean } = {},
  ): Promise<StoredRecord> {
    const read = readTemplate(body, null, await this.#owner(scope), this.#maker());
    const template: Template = { ...read, ...(provisional && { provisional }) };
    await refuseRelationships(this.#stores.records, scope, body.items, kept);
    const id = typeof body.id === 'string' && body.id !== '' ? body.id : newId();
    return this.#write(scope, { op: 'add', kind: TEMPLATE_KIND, id, doc: { ...template } }, template, 'deep');
  }

  /** A new template with the fields and settings of another, at version 0.0 (TPL-35). */
  async copy(access: Access, id: string, name: string | undefined): Promise<StoredRecord> {
    const source = templateOf(await this.get(access, id));
    const { description, tags, type, category, minor_category, classification, avatar, config, items } = source;
    const body = { description, tags, type, category, minor_category, classification, avatar, config, items };
    return this.create(access.scope, { ...body, name: name ?? `${source.name} (copy)` }, { kept: items });
  }

  /** An ordinary save: one minor version up (TPL-20). */
  async save(access: Access, id: string, body: Body): Promise<StoredRecord> {
    const record = await this.get(access, id);
    const changed = await this.#changed(access, record, body);
    const template = { ...changed, version_minor: changed.version_minor + 1 };
    return this.#update(access.scope, record, template, 'deep');
  }

  /**
   * Makes index and topic fit, then counts one major version up (TPL-21). The index is first: a crash in between leaves an
   * index with more fields than the template knows, which the next deploy takes over.
   */
  async deploy(access: Access, id: string, body: Body): Promise<StoredRecord> {
    const { scope } = access;
    const record = await this.get(access, id);
    const saved = await this.#changed(access, record, body);
    const definition = indexDefinition(id, saved);
    if (definition.fields.length === 0) throw invalid({ items: 'A template needs at least one field to be deployed' });
    if (access.reach === 'managed') refuseReopened(await this.goneFields(scope, id), saved);
    await this.#refuseTypeChange(scope, id, saved);
    await this.#refuseKeyChange(scope, id, definition.keyFields);
    await putIndex(this.#stores, scope, id, saved);
    await putTopic(this.#stores, scope, id, saved.config);
    const template: Template = {
      ...saved,
      deployed: true,
      version_major: saved.version_major + 1,
      version_minor: 0,
      ...(saved.version_major === 0 && templateOf(record).provisional && { provisional: true }),
    };
    const written = await this.#update(scope, record, template, 'deploy');
    this.#onDeploy(scope, id);
    return written;
  }

  /** Oldest first. */
  async #deployedVersions(scope: Scope, id: string): Promise<readonly Template[]> {
    const { records } = await this.#stores.records.search(scope, VERSION_KIND, {
      keys: [],
      keyword: '',
      where: { template: id, mode: 'deploy' },
      sort: [{ field: 'version_major', order: 'desc' }],
      from: 0,
      to: 1000,
    });
    return records.map(templateOf).reverse();
  }

  /** Fields that were deployed once and are no more, by their paths, as they were last: what was stored of them is still there. */
  async goneFields(scope: Scope, id: string): Promise<Template['items']> {
    return goneFields(await this.#deployedVersions(scope, id));
  }

  /** What is stored has the types of every version deployed before, fields that were removed since included. */
  async #refuseTypeChange(scope: Scope, id: string, template: Template): Promise<void> {
    const index = await this.#stores.search.definition(scope, id);
    if (!index) return;
    const deployed = await this.#deployedVersions(scope, id);
    const earlier = deployed.map((version) => typesOf(indexDefinition(id, version).fields));
    const stored: Readonly<Record<string, string>> = Object.assign({}, ...earlier, typesOf(index.fields));
    const wanted = typesOf(indexDefinition(id, template).fields);
    const changed = changedTypes(stored, wanted);
    const fields = Object.keys(changed);
    if (fields.length === 0) return;
    throw new PlatformError(`Deploying would change the stored type of ${fields.join(', ')}.`, {
      code: ReplyCode.Failed,
      type: 'conflict',
      http: 409,
      fields: changed,
      hint: 'Put the type back, or add a new field with the new type beside the old one.',
    });
  }

  async #refuseKeyChange(scope: Scope, id: string, keys: readonly string[]): Promise<void> {
    const index = await this.#stores.search.definition(scope, id);
    if (!index || index.keyFields.join() === keys.join()) return;
    // rows in transit are elsewhere by now
    if (!index.transit && (await this.#stores.search.stats(scope, id)).documents === 0) return;
    const list = (names: readonly string[]): string => names.join(', ') || 'none';
    throw new PlatformError(
      `Deploying would change the key fields from ${list(index.keyFields)} to ${list(keys)} while records are stored.`,
      {
        code: ReplyCode.Failed,
        type: 'conflict',
        http: 409,
        hint: 'Put the key fields back, or copy the template and import the records into the copy.',
      },
    );
  }

  async #update(
    scope: Scope,
    before: StoredRecord,
    template: Template,
    mode: TemplateVersion['mode'],
  ): Promise<StoredRecord> {
    const change = {
      op: 'update',
      kind: TEMPLATE_KIND,
      id: before.id,
      doc: { ...template },
      basedOn: before.version,
    } as const;
    return this.#write(scope, change, template, mode);
  }

  async #write(
    scope: Scope,
    change: Extract<RecordChange, { readonly op: 'add' | 'update' }>,
    template: Template,
    mode: TemplateVersion['mode'],
  ): Promise<StoredRecord> {
    const { provisional: _, ...kept } = template;
    const { version_major, version_minor } = template;
    const version: TemplateVersion = { ...kept, template: change.id, mode, saved_by: scope.user };
    const [record] = await this.#stores.records.write(scope, [
      change,
      {
        op: 'add',
        kind: VERSION_KIND,
        id: versionId(change.id, version_major, version_minor),
        doc: { ...version },
      },
    ]);
    if (!record) throw new Error('A written template has a record.');
    return record;
  }

  /** Archives templates (REC-39); their data stays until they are erased. Answers how many there were. */
  async remove(access: Access, ids: readonly string[]): Promise<number> {
    let removed = 0;
    for (const id of ids) {
      if (!(await this.find(access, id))) continue;
      await this.#stores.records.write(access.scope, [{ op: 'remove', kind: TEMPLATE_KIND, id }]);
      removed++;
    }
    return removed;
  }

  /** @throws PlatformError 31/409 when it is not empty, 34/404 when it is not there */
  async removeEmpty(access: Access, id: string): Promise<void> {
    const record = await this.get(access, id);
    if (!(await holdsNothing(this.#stores, access.scope, id)))
      throw conflict(`The template '${templateOf(record).name}' stays: rows came into it.`);
    await this.remove(access, [id]);
  }

  /** Versions of a template, newest first (TPL-33); null when there is no such template. */
  async versions(access: Access, id: string, page: { readonly from: number; readonly to: number }) {
    if (!(await this.find(access, id))) return null;
    return this.#stores.records.search(access.scope, VERSION_KIND, {
      keys: [],
      keyword: '',
      where: { template: id },
      sort: [
        { field: 'version_major', order: 'desc' },
        { field: 'version_minor', order: 'desc' },
      ],
      ...page,
    });
  }

  async version(access: Access, id: string, version: string): Promise<StoredRecord | null> {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (!(await this.find(access, id))) return null;
    return this.#stores.records.get(access.scope, VERSION_KIND, versionId(id, major, minor));
  }
}
