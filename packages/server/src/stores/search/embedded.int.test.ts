import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { Engine } from '@datasarana/engine';
import { searchIndexContract } from './contract.ts';
import { EmbeddedSearchIndex } from './embedded.ts';

const folder = await mkdtemp(join(tmpdir(), 'search-index-'));
after(() => rm(folder, { recursive: true }));

searchIndexContract('embedded', async () => new EmbeddedSearchIndex(await Engine.open({ folder })));
