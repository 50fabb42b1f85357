/**
 * Runs a command under Node 24 or newer: the installed one, or the pinned one from the npm registry.
 *   node scripts/node/with-node.js node scripts/workshop/sections.ts
 */
import { runUnderNode } from './command.js';

await runUnderNode(process.argv.slice(2));
