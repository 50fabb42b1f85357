/** Sends the same requests to a small and a large school. A page must cost the same. */

import { residentLine } from '../process-metrics.ts';
import { countStatements } from './count-statements.ts';
import { LISTS, TAUGHT } from './lists.ts';
import { type Measured, measureRows, type Plan } from './measure.ts';
import { startPostgres } from './postgres.ts';
import { type Question, questionsOf } from './questions.ts';
import { memberRows, type SchoolRow } from './rows.ts';
import { type DatabaseKind, type School, startSchool } from './start.ts';
import { type ListRow, renderLists, renderRows } from './tables.ts';

/** There are about a hundred requests, so each takes a fraction of the time of a row. */
const QUESTION_SHARE = 1 / 8;

/** @returns the tables, or `undefined` if the database is not installed */
export async function compareSchools(folder: string, kind: DatabaseKind, plan: Plan): Promise<string | undefined> {
  const [small, large] = plan.sizes;
  const database = kind === 'sqlite' ? undefined : await startPostgres();
  if (kind === 'postgres' && database === undefined) return undefined;
  try {
    plan.onProgress(`filling schools of ${small} and ${large} times the size`);
    const schools = [
      await startSchool(`${small} ×`, small, folder, database),
      await startSchool(`${large} ×`, large, folder, database),
    ];
    await database?.settle();
    const rows = await measureRows(await memberRows(schools), schools, plan);
    const lists = await measureRows(await listRows(schools), schools, {
      ...plan,
      seconds: plan.seconds * QUESTION_SHARE,
    });
    const resident = residentLine(schools.map(({ name, server }) => ({ name, pid: server.pid })));
    const statements = await statementsOf(schools, rows);
    await Promise.all(schools.map(({ server }) => server.stop()));
    return `${renderRows(rows, statements, large)}\n\n${renderLists(lists, large)}\n\n${resident}`;
  } finally {
    await database?.stop();
  }
}

async function listRows(schools: readonly School[]): Promise<ListRow[]> {
  const questions: Question[] = [];
  for (const list of LISTS) questions.push(...(await questionsOf(list, 'operator', schools)));
  for (const list of TAUGHT) questions.push(...(await questionsOf(list, 'instructor', schools)));
  return questions.map((question) => ({
    ...question,
    name: [question.list, question.column, question.condition].join(' ').trim(),
    proof: '"nodes":[{',
  }));
}

async function statementsOf(schools: readonly School[], rows: Measured<SchoolRow>): Promise<number[][]> {
  const counts: number[][] = [];
  for (const [index, school] of schools.entries()) {
    const requests = [...rows.keys()].flatMap((row) => row.requests[index] ?? []);
    counts.push(await countStatements(school.environment, requests));
  }
  return counts;
}
