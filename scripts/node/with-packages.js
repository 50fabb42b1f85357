/**
 * Runs a command like `with-node.js`. First installs the packages of a folder, unless they are there: few people need
 * them.
 *   node scripts/node/with-packages.js scripts/workshop/mutation node scripts/workshop/mutation/index.ts
 */
import { installPackages, runUnderNode } from './command.js';

const [folder, ...command] = process.argv.slice(2);
installPackages(folder);
await runUnderNode(command);
