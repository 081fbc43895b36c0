import { dateFormat, javaWhole } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { illegalArgument, unreadable } from './refusal.ts';

type Given = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Types of JSON by which dynamic templates tell values apart. */
const JSON_TYPES = ['object', 'string', 'long', 'double', 'boolean', 'date', 'binary'];

const PATTERNS = ['match', 'unmatch', 'path_match', 'path_unmatch'] as const;
const PARAMETERS: ReadonlySet<string> = new Set([...PATTERNS, 'match_mapping_type', 'match_pattern', 'mapping']);

function checkPatterns(name: string, template: Given): void {
  const { match_pattern: kind = 'simple' } = template;
  if (kind !== 'simple' && kind !== 'regex') throw illegalArgument(`No matching pattern matched on [${kind}]`);
  if (kind === 'simple') return;
  for (const pattern of PATTERNS.flatMap((each) => template[each] ?? [])) {
    try {
      javaWhole(String(pattern));
    } catch {
      throw illegalArgument(
        `Pattern [${pattern}] of type [regex] is invalid. Cannot create dynamic template [${name}].`,
      );
    }
  }
}

function checkTemplate(entry: unknown): void {
  const [named, ...others] = isMap(entry) ? Object.entries(entry) : [];
  if (named === undefined || others.length > 0 || !isMap(named[1]))
    throw unreadable('A dynamic template must be defined with a name');
  const [name, template] = named;
  const unknown = Object.keys(template).find((key) => !PARAMETERS.has(key));
  if (unknown !== undefined) throw illegalArgument(`Illegal dynamic template parameter: [${unknown}]`);
  const { match, path_match, match_mapping_type: wanted, mapping } = template;
  if ((match ?? path_match ?? wanted) === undefined)
    throw unreadable(`template must have match, path_match or match_mapping_type set ${JSON.stringify(template)}`);
  if (!isMap(mapping)) throw unreadable('template must have mapping set');
  if (wanted !== undefined && wanted !== '*' && !JSON_TYPES.includes(String(wanted)))
    throw illegalArgument(`No field type matched on [${wanted}], possible values are [${JSON_TYPES.join(', ')}]`);
  checkPatterns(name, template);
}

function checkTemplates(templates: unknown): void {
  if (!Array.isArray(templates))
    throw unreadable('Dynamic template syntax error. An array of named objects is expected.');
  for (const each of templates) checkTemplate(each);
}

function checkedFormats(given: unknown): readonly string[] {
  const formats = [given].flat().map(String);
  // numbers alone would make a date of any text of digits
  const epoch = Array.isArray(given) ? formats.find((format) => format.startsWith('epoch_')) : undefined;
  if (epoch !== undefined) throw unreadable(`Epoch [${epoch}] is not supported as dynamic date format`);
  for (const format of formats) {
    try {
      dateFormat(format);
    } catch (error) {
      if (error instanceof PlatformError) throw illegalArgument(error.message);
      throw error;
    }
  }
  return formats;
}

function flag(name: string, value: unknown): boolean {
  if (value !== 'true' && value !== 'false' && typeof value !== 'boolean')
    throw illegalArgument(`Could not convert [${name}] to boolean: [${value}]`);
  return String(value) === 'true';
}

/** What a mapping says of fields it does not name. @throws PlatformError for what could not be held against any field */
export function readDynamicRules(parameters: Given): Given {
  const { dynamic_templates, dynamic_date_formats, date_detection, numeric_detection, ...others } = parameters;
  if (dynamic_templates !== undefined) checkTemplates(dynamic_templates);
  return {
    ...others,
    ...(dynamic_templates !== undefined && { dynamic_templates }),
    ...(dynamic_date_formats !== undefined && { dynamic_date_formats: checkedFormats(dynamic_date_formats) }),
    ...(date_detection !== undefined && { date_detection: flag('date_detection', date_detection) }),
    ...(numeric_detection !== undefined && { numeric_detection: flag('numeric_detection', numeric_detection) }),
  };
}
