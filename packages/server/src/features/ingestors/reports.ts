import type { Scope } from '../../access/scope.ts';
import type { Report } from './report-schemas.ts';

/** A report with the moment it came. */
export interface KeptReport extends Report {
  readonly ts: number;
}

/** Services that report nothing for this long are forgotten; their records stay. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const MOST_SERVICES = 500;

/** The last report of each local ingestor service, per tenant. Held in memory: each service reports anew within seconds. */
export class Reports {
  readonly #ofTenant = new Map<string, Map<string, KeptReport>>();

  keep(scope: Scope, report: Report, now: number): void {
    const own = this.#ofTenant.get(scope.tenant) ?? new Map<string, KeptReport>();
    const before = own.get(report.service_id);
    own.delete(report.service_id);
    // a token tells of the tasks of its templates only, so reports of one service complete each other
    const tasks = new Map((before?.tasks ?? []).map((task) => [task.id, task]));
    for (const task of report.tasks) tasks.set(task.id, task);
    const known = new Set(report.task_ids);
    own.set(report.service_id, { ...report, tasks: [...tasks.values()].filter(({ id }) => known.has(id)), ts: now });
    for (const [id, { ts }] of own) if (now - ts > KEPT_MS || own.size > MOST_SERVICES) own.delete(id);
    this.#ofTenant.set(scope.tenant, own);
  }

  of({ tenant }: Scope): readonly KeptReport[] {
    return [...(this.#ofTenant.get(tenant)?.values() ?? [])];
  }
}
