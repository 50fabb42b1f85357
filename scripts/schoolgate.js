#!/usr/bin/env node
/** `schoolgate <command>` in a checkout (`npx schoolgate`), on any Node from 20: the program itself runs under Node 24. */
import { fileURLToPath } from 'node:url';
import withLessMemory from './commands/memory.cjs';
import { runUnderNode } from './node/command.js';

withLessMemory(process.argv.slice(1));
await runUnderNode(['node', fileURLToPath(new URL('node/launch.js', import.meta.url)), ...process.argv.slice(2)]);
