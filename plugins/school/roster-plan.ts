/** Compares a list of people with the members of a school, and stores it sealed for an hour as it was shown. */
import { setImmediate as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { makeIdentifier } from '../../schema/credential.ts';
import type { Operator } from '../../schema/school/operation.ts';
import { ProblemError } from '../../schema/school/problem.ts';
import {
  givesRights,
  type KnownPerson,
  MAX_ROSTER_ROWS,
  MISSING_FROM,
  type PlannedRow,
  planRow,
  type RosterRow,
  rosterRows,
} from '../../schema/school/roster.ts';
import { emailKey } from '../../schema/text/email.ts';
import { ROSTERS_PER_SITE } from '../../schema/throttle.ts';
import type { StoredRoster } from './stores.ts';

/**
 * Compares a list with the members of a school, and keeps what is to be shown.
 * @throws {RosterFileError | CsvError} if it is no list
 * @throws {ProblemError} `conflict` if the course is archived, or there were too many lists
 */
export type PlanRoster = (operator: Operator, text: string, courseId: string | undefined) => Promise<StoredRoster>;

const PURPOSE = 'rosters';
export const ROWS_PER_PART = 200;
const SHOWN_MS = 3_600_000;

/** All rows of an import, as they were shown. Opens one part after the other, between which others have their turn. */
export async function* rowsOf(
  { keyRing, school }: FastifyInstance,
  { id }: StoredRoster,
): AsyncGenerator<PlannedRow, void> {
  for (let position = 0; ; position += 1) {
    const sealed = await school.rosters.part(id, position);
    if (sealed === undefined) return;
    yield* JSON.parse(keyRing.open(PURPOSE, sealed).toString()) as PlannedRow[];
    await pause();
  }
}

export function planRows(app: FastifyInstance): PlanRoster {
  const { clock, keyRing, school, throttle } = app;
  const { rosters } = school;

  async function* planned(operator: Operator, text: string, courseId: string | undefined) {
    const { personId, role, siteId } = operator;
    const terms = { personId, role, hasCourse: courseId !== undefined };
    const seen = new Set<string>();
    const present = new Set<string>();
    for await (const rows of inParts(rosterRows(text))) {
      const known = await knownAmong(app, siteId, rows, courseId);
      for (const row of rows) {
        const person = known.get(emailKey(row.email));
        if (person !== undefined) present.add(person.id);
        yield planRow(row, person, terms, seen);
      }
    }
    if (courseId === undefined) return;
    // People who teach or run the school are not missing in a list of those who learn.
    const enrolled = await rosters.enrolled(siteId, courseId, operator.now, MAX_ROSTER_ROWS);
    const missing = enrolled.filter((one) => one.role === 'member' && !present.has(one.id));
    for (const [index, { enrollmentId, enrollmentVersion: version, ...person }] of missing.entries()) {
      const enrollment = { id: enrollmentId, status: 'active', source: 'grant', version };
      const { name, email } = person;
      const row = { line: MISSING_FROM + index, name: name ?? '', email, role: '' };
      yield { ...row, kind: 'missing' as const, person: { ...person, enrollment } };
    }
  }

  /** @throws {ProblemError} */
  async function requireUsable(siteId: string, courseId: string | undefined): Promise<void> {
    const counter = { kind: 'rosters_of', subject: siteId, rule: ROSTERS_PER_SITE };
    if ((await throttle.take(counter)) > 0) throw new ProblemError('conflict', 'too many lists; try again in an hour');
    const course = courseId === undefined ? undefined : await school.records('courses').find(siteId, courseId);
    if (courseId !== undefined && (course === undefined || course.status === 'archived')) {
      throw new ProblemError('conflict', 'there is no such course, or it is archived');
    }
  }

  return async (operator, text, courseId) => {
    const { personId, siteId } = operator;
    await requireUsable(siteId, courseId);
    const counts = { error: 0, new: 0, changed: 0, missing: 0, same: 0, roles: 0 };
    const createdAt = clock();
    const roster = { id: makeIdentifier('ros'), siteId, personId, createdAt, expiresAt: createdAt + SHOWN_MS };
    let position = 0;
    for await (const rows of inParts(planned(operator, text, courseId))) {
      for (const row of rows) {
        counts[row.kind] += 1;
        if (givesRights(row)) counts.roles += 1;
      }
      const { id: rosterId, expiresAt } = roster;
      const sealed = keyRing.seal(PURPOSE, Buffer.from(JSON.stringify(rows)));
      await rosters.addPart({ id: `${rosterId}.${position}`, rosterId, siteId, position, sealed, expiresAt });
      position += 1;
    }
    const stored = { ...roster, courseId: courseId ?? null, state: 'shown' as const, counts };
    await rosters.create(stored);
    return { ...stored, endsMissing: false, confirmedAt: null };
  };
}

/** Divides rows into parts, between which others have their turn. */
export async function* inParts<Row>(rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Row[], void> {
  let part: Row[] = [];
  for await (const row of rows) {
    part.push(row);
    if (part.length < ROWS_PER_PART) continue;
    yield part;
    part = [];
    await pause();
  }
  if (part.length > 0) yield part;
}

/** What the school knows of the people of some rows now, by address. */
export async function knownAmong(
  { school: { enrollments, rosters } }: FastifyInstance,
  siteId: string,
  rows: readonly RosterRow[],
  courseId: string | null | undefined,
): Promise<ReadonlyMap<string, KnownPerson>> {
  const keys = rows.map(({ email }) => emailKey(email));
  const known = await rosters.known(siteId, [...new Set(keys)], emailKey);
  if (courseId == null || known.size === 0) return known;
  const ids = [...known.values()].map(({ id }) => id);
  const enrolled = await enrollments.inCourse(siteId, courseId, ids);
  const byPerson = new Map(enrolled.map((one) => [one.personId, one]));
  return new Map(
    [...known].map(([key, person]) => {
      const found = byPerson.get(person.id);
      if (found === undefined) return [key, person];
      const { id, status, source, updatedAt: version } = found;
      return [key, { ...person, enrollment: { id, status, source, version } }];
    }),
  );
}
