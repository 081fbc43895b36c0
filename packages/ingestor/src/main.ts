#!/usr/bin/env -S node --max-semi-space-size=1
import { enableCompileCache } from 'node:module';

// what was compiled once is not compiled again: a service at rest holds a quarter less memory
enableCompileCache();
await import('./run.ts');
