import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startFloor } from './floor.ts';
import { startPeer } from './peer.ts';
import { startProduct } from './product.ts';
import type { ServerProcess } from './server-process.ts';
import type { StartServer, Target, TargetName } from './target.ts';

const STARTERS: Record<TargetName, StartServer> = { product: startProduct, floor: startFloor, peer: startPeer };

export interface RunningTarget {
  target: Target;
  server: ServerProcess;
}

export async function startTarget(name: TargetName, parentFolder: string): Promise<RunningTarget> {
  const folder = join(parentFolder, name);
  await mkdir(folder);
  const { server, describe } = await STARTERS[name](folder);
  try {
    return { server, target: { name, origin: server.origin, pid: server.pid, ...(await describe()) } };
  } catch (error) {
    throw new Error(`${name} cannot be prepared; its last output:\n${server.lastOutput()}`, { cause: error });
  }
}
