/** The names of the backups in a folder, which say when each was taken. */
import { readdir } from 'node:fs/promises';

const NAME = /^schoolgate-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z$/;

export const nameOf = (at: number): string => `schoolgate-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`;

/** The complete backups in a folder, oldest first. */
export async function listBackups(folder: string): Promise<{ name: string; at: number }[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().flatMap((name) => {
    const [, date, hours, minutes, seconds, ms] = NAME.exec(name) ?? [];
    return date === undefined ? [] : [{ name, at: Date.parse(`${date}T${hours}:${minutes}:${seconds}.${ms}Z`) }];
  });
}
