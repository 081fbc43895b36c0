import { SourceText } from '@datasarana/engine';
import { besideTemplate } from '../address.ts';
import { jsonObject } from '../body.ts';
import { OsAnswer, type OsCall } from '../call.ts';
import type { Body } from '../json-object.ts';
import { illegal, missingBody, missingResource } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { renderedBy } from '../search-templates/asked.ts';
import { findTemplate, forgetTemplate, keepTemplate, printTemplate } from '../search-templates/stored.ts';
import { runSearch, searchesOf, withAccuracy } from './search.ts';

const ACK = { acknowledged: true } as const;

async function bodyOf(call: OsCall): Promise<Body> {
  if ((await call.text()).trim() !== '') return call.json();
  throw missingBody();
}

/** The search that becomes of a template, with what its body says beside. */
async function searchOf(call: OsCall, body: Body): Promise<Body> {
  const { explain, profile } = body;
  const search = jsonObject(await renderedBy(call, body));
  return { ...search, ...(explain === true && { explain }), ...(profile === true && { profile }) };
}

async function renderTemplate(call: OsCall) {
  const { id } = call.params;
  const text = await renderedBy(call, { ...(await bodyOf(call)), ...(id !== undefined && { id }) });
  jsonObject(text);
  return { template_output: new SourceText(text) };
}

async function searchTemplate(call: OsCall): Promise<OsAnswer> {
  const search = await searchOf(call, await bodyOf(call));
  const { body, accuracy } = await runSearch({ ...call, query: besideTemplate(call.query) }, search);
  return withAccuracy({ ...body, status: 200 }, accuracy);
}

async function getScript(call: OsCall): Promise<OsAnswer> {
  const { id = '' } = call.params;
  const found = await findTemplate(call, id);
  if (found === null) return new OsAnswer({ _id: id, found: false }, 404);
  return new OsAnswer({ _id: id, found: true, script: printTemplate(found) });
}

async function putScript(call: OsCall) {
  await keepTemplate(call, call.params.id ?? '', await bodyOf(call));
  return ACK;
}

async function deleteScript(call: OsCall) {
  const { id = '' } = call.params;
  if ((await findTemplate(call, id)) === null)
    throw missingResource('resource_not_found_exception', `stored script [${id}] does not exist and cannot be deleted`);
  await forgetTemplate(call, id);
  return ACK;
}

function executeScript(): never {
  throw illegal('scripts are not run here, only templates of [mustache] are: send them to [/_render/template]');
}

export const searchTemplateRoutes: readonly OsRoute[] = [
  os('GET POST', 'read', ['/_search/template', '/:index/_search/template'], searchTemplate),
  os('GET POST', 'read', ['/_msearch/template', '/:index/_msearch/template'], (call) => searchesOf(call, searchOf)),
  os('GET POST', 'read', ['/_render/template', '/_render/template/:id'], renderTemplate),
  os('GET', 'read', '/_scripts/:id', getScript),
  os('GET POST', 'read', '/_scripts/painless/_execute', executeScript),
  os('PUT POST', 'manage', ['/_scripts/:id', '/_scripts/:id/:context'], putScript),
  os('DELETE', 'manage', '/_scripts/:id', deleteScript),
  os('GET', 'read', '/_script_language', () => ({
    types_allowed: ['inline', 'stored'],
    language_contexts: [{ language: 'mustache', contexts: ['template'] }],
  })),
];
