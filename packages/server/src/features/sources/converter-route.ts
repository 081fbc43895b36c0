import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { invalid, malformed, PlatformError, ReplyCode } from '@datasarana/schema';
import { type Source, type SourceColumn, sourceFaults, TransformTooLarge } from '@datasarana/sources';
import { FileRefused } from '@datasarana/sources/node';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Call } from '../../http/call.ts';
import { openObject } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import { fillablePaths } from '../data/column-plan.ts';
import { fileChoice, Opening } from '../data/import-query.ts';
import { indexDefinition } from '../templates/definition.ts';
import { type Template, templateOf } from '../templates/template.ts';
import { convert, firstRows, sampledRows } from './source-preview.ts';
import { shown } from './source-record.ts';
import { openSourceBody } from './source-rows.ts';
import type { SourceServices } from './source-services.ts';
import { columnsOf } from './sources.ts';

const ConverterBody = Type.Object(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    source: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'id of a source' })),
    template: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    columns: Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 10_000 }),
    opening: Type.Optional(Type.Union([Opening, Type.Null()])),
    detected_columns: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 10_000,
        description: 'column names of its file as it opens by itself; those of `columns` when missing',
      }),
    ),
    preview: Type.Optional(Type.Boolean({ description: 'answer ten converted rows, keep nothing' })),
  },
  { additionalProperties: false },
);

/** The columns of a converter, checked like those of a source. @throws PlatformError 31/422 */
function checkedColumns(columns: readonly Readonly<Record<string, unknown>>[]): readonly SourceColumn[] {
  const whole = {
    name: 'converter',
    type: 'Data',
    format: 'csv',
    provider: 'local_file',
    csv: { file: 'any' },
    columns,
  };
  const faults = sourceFaults(whole);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return columnsOf(columns as readonly Partial<SourceColumn>[]);
}

/** Columns fill fields that the template has. @throws PlatformError 31/422 by column */
function refuseUnknownFields(columns: readonly SourceColumn[], id: string, template: Template): void {
  const known = fillablePaths(indexDefinition(id, template).fields);
  const faults = columns.flatMap(({ selected, item_id }, i) =>
    !selected || item_id === null || known.has(item_id)
      ? []
      : [[`columns.${i}.item_id`, `The template '${template.name}' has no field '${item_id}'`]],
  );
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
}

/** Faults of a file that was fetched, in the words of an import (SRC-19, SRC-22, SRC-23). */
export function asFileError(cause: unknown, name: string): unknown {
  if (cause instanceof TransformTooLarge) return invalid({ columns: cause.message });
  if (!(cause instanceof FileRefused)) return cause;
  const message = cause.rule === 'geojson' ? cause.message : `The file could not be read (${name}): ${cause.message}`;
  return new PlatformError(message, { code: ReplyCode.FileRead, type: 'validation', http: 422, cause });
}

async function preview(
  call: Call,
  source: Source | null,
  columns: readonly SourceColumn[],
  { outbound, folder }: SourceServices,
) {
  if (!source || source.provider === 'local_file') return convert(sampledRows(columns), columns);
  const body = await openSourceBody(source, outbound, call.scope, call.signal);
  await mkdir(folder, { recursive: true });
  try {
    return convert(await firstRows(body, join(folder, randomUUID()), call.signal), columns);
  } catch (cause) {
    throw asFileError(cause, body.name);
  }
}

/** PUT /schema/source/converter: keeps how columns become fields, or shows ten rows of it (API-82). */
export function registerConverterSave(app: FastifyInstance, services: SourceServices): void {
  const { sources, templates } = services;
  route(app, 'source.converter.save', {
    schema: { body: ConverterBody, reply: openObject({ columns: Type.Array(Type.Unknown()) }) },
    handler: async (call) => {
      const { scope, reach, body } = call;
      const source = typeof body.source === 'string' ? await sources.get(scope, body.source) : null;
      const columns = checkedColumns(body.columns);
      if (columns.length === 0 && body.preview !== true) throw malformed('A converter needs at least one column.');
      if (body.preview) return preview(call, source, columns, services);
      const template =
        typeof body.template === 'string' ? templateOf(await templates.get({ scope, reach }, body.template)) : null;
      if (template && typeof body.template === 'string') refuseUnknownFields(columns, body.template, template);
      if (body.opening) fileChoice(body.opening, undefined);
      const converter = {
        name: body.name ?? source?.name ?? template?.name ?? 'Converter',
        source: body.source ?? null,
        template: body.template ?? null,
        template_version: template && `${template.version_major}.${template.version_minor}`,
        columns,
        opening: body.opening ?? null,
      };
      return shown(await sources.saveConverter(scope, body.id, converter, body.detected_columns));
    },
  });
}
