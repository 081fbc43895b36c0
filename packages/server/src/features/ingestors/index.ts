import type { FastifyInstance } from 'fastify';
import { unnamedTemplate } from '../../access/refusals.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { Report, ReportReply, ReportsReply } from './report-schemas.ts';
import { Reports } from './reports.ts';

/** Local ingestor services tell how they fare; their records and tasks are served at `/record/{kind}`. */
export function ingestorsFeature(app: FastifyInstance, { clock }: Services): void {
  const reports = new Reports();
  route(app, 'ingestor.report', {
    schema: { body: Report, reply: ReportReply },
    handler: ({ scope, caller, body }) => {
      const foreign = body.tasks.find(({ template }) => caller?.templates?.includes(template) === false);
      if (foreign)
        throw unnamedTemplate(
          `This API token does not name the template '${foreign.template}' of the task ${foreign.id}`,
        );
      reports.keep(scope, body, clock());
      return { service_id: body.service_id };
    },
  });
  route(app, 'ingestor.reports', {
    schema: { reply: ReportsReply },
    handler: ({ scope }) => reports.of(scope),
  });
}
