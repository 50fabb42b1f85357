/** Servers whose database is changed while they are stopped. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { authorizeCallers, exchangeCallers } from '../load/callers.ts';
import { applyLoad } from '../load/load.ts';
import { productEnvironment, SERVE, seedProduct, signIn } from '../targets/product.ts';
import { ServerProcess } from '../targets/server-process.ts';
import type { RunningTarget } from '../targets/start.ts';

export interface GrowthServer extends RunningTarget {
  /** The file of the database. */
  file: string;
  folder: string;
  environment: NodeJS.ProcessEnv;
}

/** Starts a server with a school of some size, and has it issue one grant, which others can be made like. */
export async function startAt(parentFolder: string, name: string, scale: number): Promise<GrowthServer> {
  const folder = join(parentFolder, name);
  await mkdir(folder);
  const environment = await productEnvironment(folder);
  const seed = await seedProduct(environment, scale);
  const server = await ServerProcess.start(SERVE, environment, folder);
  const target = { name, origin: server.origin, pid: server.pid, ...(await signIn(server.origin, seed)) };
  const codes: string[] = [];
  const forever = Number.POSITIVE_INFINITY;
  const ask = authorizeCallers(target, 1, (code) => codes.push(code));
  await applyLoad(target.origin, ask, forever);
  const redeem = exchangeCallers(target, codes, () => {});
  await applyLoad(target.origin, redeem, forever);
  return { server, target, folder, environment, file: String(environment.DATABASE_URL).replace(/^file:/, '') };
}

/** Starts a server that was stopped, on the same port. */
export async function restart(
  stopped: GrowthServer,
  settings: Readonly<Record<string, string>> = {},
): Promise<GrowthServer> {
  const server = await ServerProcess.start(SERVE, { ...stopped.environment, ...settings }, stopped.folder);
  return { ...stopped, server, target: { ...stopped.target, pid: server.pid } };
}
