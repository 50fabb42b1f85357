/** Starts the product with a limited number of tools, including those that are called. */
import { openServer, readSettings } from '../../../commands/process.ts';
import { MEMBER_TOOL, OPERATOR_TOOL } from './recorded.ts';

const CALLED = new Set([MEMBER_TOOL, OPERATOR_TOOL]);

let others = Number(process.env.BENCH_TOOLS) - CALLED.size;
const isOffered = ({ name }: { name: string }): boolean => {
  if (CALLED.has(name)) return true;
  others -= 1;
  return others >= 0;
};

const app = await openServer(await readSettings({}, { makesNew: true }), { mcp: { isOffered } });
await app.listen({ port: app.config.port, host: app.config.host });
