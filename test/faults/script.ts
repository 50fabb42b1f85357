/** The scripts of the long fault tests, by name. A name begins with the code of its requirement, if there is one. */
import type { Report } from './report.ts';

/** @returns what was found, or why nothing was tried */
export type Run = () => Promise<Report | string>;

export interface Described {
  run: Run;
  /** What the database of the service is. Without it, PostgreSQL if the name of the script says so, otherwise SQLite. */
  engines?: string;
  /** Runs for so long that it runs only if its whole name is given. */
  onlyNamed?: boolean;
  /**
   * Figures that say something about the code and hardly anything about the machine: counts, ratios and times in which
   * the server mostly waits. The larger, the worse. Each with the value up to which it never counts as worse.
   */
  compared?: Readonly<Record<string, number>>;
}

export type Scripts = Readonly<Record<string, Run | Described>>;

export const described = (script: Run | Described): Described =>
  typeof script === 'function' ? { run: script } : script;

export const enginesOf = (name: string, { engines }: Described): string =>
  engines ?? (name.includes('PostgreSQL') ? 'PostgreSQL' : 'SQLite');
