/** What a value breaks of its schema, as the validator tells it. */
export interface Violation {
  readonly keyword?: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params?: unknown;
}

const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const detailOf = ({ params }: Violation, name: string): unknown => Reflect.get(Object(params), name);

/** `a.b` of the place a violation names: the missing or surplus property, or the value of the wrong type. */
function placeOf(violation: Violation): string {
  const named = [
    ...list(detailOf(violation, 'requiredProperties')),
    ...list(detailOf(violation, 'additionalProperties')),
  ];
  return [...violation.instancePath.split('/').filter(Boolean), ...named.slice(0, 1)].join('.');
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** What may stand at a place: the types and the constants of all alternatives there. */
function allowedOf(violations: readonly Violation[]): readonly string[] {
  const types = violations.map((violation) => TYPES[String(detailOf(violation, 'type'))]);
  const constants = violations.flatMap((violation) => [
    ...(violation.keyword === 'const' ? [String(detailOf(violation, 'allowedValue'))] : []),
    ...list(detailOf(violation, 'allowedValues')),
  ]);
  return [...new Set([...types.filter((type) => type !== undefined), ...constants.filter((value) => value !== '')])];
}

const quantity = (limit: unknown, one: string, many: string): string =>
  limit === 1 ? `1 ${one}` : `${String(limit)} ${many}`;

function sentenceOf(violation: Violation, beside: readonly Violation[]): string {
  const limit = detailOf(violation, 'limit');
  switch (violation.keyword) {
    case 'boolean':
    case 'additionalProperties':
      return 'is not known here';
    case 'required':
      return 'is missing';
    case 'minimum':
      return `must be ${String(limit)} or more`;
    case 'maximum':
      return `must be ${String(limit)} or less`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have ${quantity(limit, 'character', 'characters')} or more`;
    case 'maxLength':
      return `must not have more than ${quantity(limit, 'character', 'characters')}`;
    case 'minItems':
      return `must have ${quantity(limit, 'entry', 'entries')} or more`;
    case 'maxItems':
      return `must not have more than ${quantity(limit, 'entry', 'entries')}`;
    case 'uniqueItems':
      return 'must not hold anything twice';
    default: {
      const allowed = allowedOf(beside);
      if (allowed.length === 0) return violation.message;
      return allowed.length === 1 ? `must be ${allowed[0]}` : `must be one of ${allowed.join(', ')}`;
    }
  }
}

/** One sentence about the first thing that is wrong with the `part` of a request, naming its place (API-15). */
export function sentenceAbout(violations: readonly Violation[], part: string): string {
  const worst = violations.find((violation) => placeOf(violation) !== '') ?? violations[0];
  if (worst === undefined) return `The ${part} is not valid`;
  const place = placeOf(worst);
  const sentence = sentenceOf(
    worst,
    violations.filter(({ instancePath }) => instancePath === worst.instancePath),
  );
  return place === '' ? `The ${part} ${sentence}` : `'${place}' in the ${part} ${sentence}`;
}
