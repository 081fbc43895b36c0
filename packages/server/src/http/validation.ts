import { malformed } from '@datasarana/schema';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

interface Violation {
  readonly instancePath: string;
  readonly message: string;
  readonly params?: unknown;
}

const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** `a.b` of the place a violation names: the missing or surplus property, or the value of the wrong type. */
function placeOf({ instancePath, params }: Violation): string {
  const details = typeof params === 'object' && params !== null ? params : {};
  const named = [
    ...list(Reflect.get(details, 'requiredProperties')),
    ...list(Reflect.get(details, 'additionalProperties')),
  ];
  return [...instancePath.split('/').filter(Boolean), ...named.slice(0, 1)].join('.');
}

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
    const worst = violations.find((violation) => placeOf(violation) !== '') ?? violations[0];
    const place = worst === undefined ? '' : placeOf(worst);
    const part = PART_NAMES[httpPart ?? ''] ?? 'request';
    return {
      error: malformed(
        place === ''
          ? `The ${part} ${worst?.message ?? 'is not valid'}`
          : `'${place}' in the ${part}: ${worst?.message}`,
        'See /api/docs for the fields of this call.',
      ),
    };
  };
};
