import { malformed } from '@datasarana/schema';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { sentenceAbout, type Violation } from './violation.ts';

const PART_NAMES: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'headers',
};

/**
 * Compiles on first use, because hundreds of routes compiled at start would cost the start-up budget. Only texts of
 * paths and queries are converted to the wanted type; a body must have it.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let compiled: ReturnType<typeof Compile> | undefined;
  return (value: unknown) => {
    compiled ??= Compile(schema);
    const candidate = httpPart === 'body' ? value : Value.Convert(schema, value);
    if (compiled.Check(candidate)) return { value: candidate };
    const violations = compiled.Errors(candidate) as readonly Violation[];
    const part = PART_NAMES[httpPart ?? ''] ?? 'request';
    return { error: malformed(sentenceAbout(violations, part), 'See /api/docs for the fields of this call.') };
  };
};
