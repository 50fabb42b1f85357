/**
 * Runs a command under Node 24 or newer: the installed one, or the pinned one from the npm registry.
 *   node scripts/with-node.js node scripts/sections.ts
 */
import { runUnderNode } from './node/command.js';

await runUnderNode(process.argv.slice(2));
