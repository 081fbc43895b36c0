import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const PREFIX = '/api/docs';

/** The folder of Swagger UI: its script, its sheet and nothing else of it is asked for. */
const interfaceFolder = path.dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css')));

/** Fonts of the built application by the family its sheets give them; none of them before it is built. */
const FONTS: readonly (readonly [family: string, file: RegExp, weight: string])[] = [
  ['Inter Variable', /^inter-latin-wght-normal-.*\.woff2$/, '100 900'],
  ['JetBrains Mono', /^jetbrains-mono-latin-400-normal-.*\.woff2$/, '400'],
];

function fontFaces(webRoot: string): string {
  const folder = path.join(webRoot, 'assets');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return FONTS.map(([family, file, weight]) => {
    const name = names.find((one) => file.test(one));
    return name
      ? `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url("/assets/${name}") format("woff2")}\n`
      : '';
  }).join('');
}

const PAGE = `<!doctype html>
<html lang="en" class="dark-mode">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calls of the platform · Datasarana</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${PREFIX}/static/swagger-ui.css">
<link rel="stylesheet" href="${PREFIX}/look.css">
</head>
<body>
<header class="bar">
<img src="/favicon.svg" width="24" height="24" alt="">
<strong>Datasarana</strong>
<nav aria-label="Site"><a class="document" href="/api/openapi.json">OpenAPI</a><a href="/docs">Help</a><a href="/toolkit/home">Back to the application</a></nav>
</header>
<div id="calls"></div>
<script src="${PREFIX}/static/swagger-ui-bundle.js"></script>
<script src="${PREFIX}/start.js"></script>
</body>
</html>
`;

/** The readable form of the OpenAPI document, in the look of the application. */
export async function registerDocsPage(app: FastifyInstance, webRoot: string): Promise<void> {
  const [look, start] = await Promise.all(
    ['look.css', 'start.js'].map((name) => readFile(path.join(import.meta.dirname, name), 'utf8')),
  );
  const serve = (address: string, type: string, text: string): void => {
    app.get(address, { schema: { hide: true } }, (_, reply) => reply.type(`${type}; charset=utf-8`).send(text));
  };
  serve(PREFIX, 'text/html', PAGE);
  serve(`${PREFIX}/look.css`, 'text/css', fontFaces(webRoot) + look);
  serve(`${PREFIX}/start.js`, 'text/javascript', start ?? '');
  await app.register(fastifyStatic, {
    root: interfaceFolder,
    prefix: `${PREFIX}/static/`,
    index: false,
    decorateReply: false,
  });
}
