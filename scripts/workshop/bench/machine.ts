import { statfs } from 'node:fs/promises';
import { arch, cpus, totalmem, type } from 'node:os';

/** File system types that are held in memory (statfs(2)). */
const MEMORY_FILE_SYSTEMS = new Set([0x01021994, 0x858458f6]);

export function describeMachine(): string {
  const processors = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  const model = processors[0]?.model.trim() || 'unknown processor';
  return `${processors.length} cores (${model}), ${memory} GiB, ${type()} ${arch()}, Node ${process.versions.node}`;
}

/** Returns whether the folder is in memory, where durable commits cost nothing and the metrics would mean nothing. */
export async function isInMemory(folder: string): Promise<boolean> {
  return MEMORY_FILE_SYSTEMS.has((await statfs(folder)).type);
}
