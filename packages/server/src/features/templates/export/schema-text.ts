import type { Template } from '../template.ts';
import { avroText } from './avro.ts';
import { jsonSchemaText } from './json-schema.ts';
import { platformText } from './platform.ts';
import { protoText } from './proto.ts';

/** Notations a template is exported in (TPL-23). */
export const NOTATIONS: Readonly<Record<string, (id: string, template: Template) => string>> = {
  avro: avroText,
  proto: protoText,
  ds: platformText,
  jsons: jsonSchemaText,
};
