/**
 * Admin operations for the school's own settings. Changing the timezone also moves the instant at which every
 * enrollment with a last day expires, in batches and before the response is sent.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endOfDay } from '../../../../schema/school/calendar.ts';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput } from '../../../../schema/school/problem.ts';
import { resourceOfRow, rowOfChange } from '../../../../schema/school/resource.ts';
import { school } from '../../../../schema/school/resources/school.ts';
import { leadsToOwnPage } from '../../../../schema/text/tenant-link.ts';
import { changeEventOf } from '../engine/audit-events.ts';
import { nextVersion, requireVersion, retryOnConflict } from '../engine/conflicts.ts';
import { ifUpdatedAt } from '../engine/resource-rows.ts';

/** Enrollments per transaction. It is small, so that other requests do not wait long for their commit. */
const BATCH = 250;

type Changes = Parameters<FastifyInstance['school']['settings']['update']>[1];

export const schoolOperations = (app: FastifyInstance) => {
  const find = async ({ siteId }: Operator) => {
    const row = await app.school.settings.find(siteId);
    if (row === undefined) throw new Error(`the school ${siteId} is gone`);
    return row;
  };

  async function update(operator: Operator, ifUpdatedAt: string | undefined, columns: Changes) {
    return retryOnConflict('school', async () => {
      const before = await find(operator);
      requireVersion(operator, 'school', before, ifUpdatedAt);
      const changes = { ...columns, updatedAt: nextVersion(operator, before) };
      const after = { ...before, ...changes };
      const auditEvent = changeEventOf(operator, 'resource_changed', `${school.one}/${operator.siteId}`, {
        before,
        after: columns,
      });
      const isUpdated = await app.school.settings.update(operator.siteId, changes, before.updatedAt, auditEvent);
      return isUpdated ? after : undefined;
    });
  }

  return [
    defineOperation({
      name: 'get_school',
      summary: 'Get the school',
      description:
        "Returns the school's settings, such as name, domain, language, time zone, currency and contact details.",
      scope: 'school:read',
      input: z.strictObject({}),
      output: school.output,
      rest: { method: 'GET', path: '/school', status: 200 },
      run: async (operator) => resourceOfRow(school, await find(operator)),
    }),
    defineOperation({
      name: 'update_school',
      summary: 'Update the school',
      description:
        'Updates the given settings of the school and returns them. Omitted fields are unchanged. Setting timezone, even to its current value, recalculates when the last day of each enrollment ends, in batches before the response; if this is interrupted, repeat the request to finish it.',
      scope: 'school:write',
      input: school.change.extend({ ifUpdatedAt }),
      output: school.output,
      rest: { method: 'PATCH', path: '/school', status: 200 },
      effect: 'seen_by_strangers',
      async run(operator, { ifUpdatedAt, ...fields }) {
        if (leadsToOwnPage(`https://${fields.primaryDomain ?? ''}`, app.config.baseUrl)) {
          const message = 'must not be the domain of this server';
          throw invalidInput([{ path: 'primaryDomain', code: 'own_address', message }]);
        }
        const row = await update(operator, ifUpdatedAt, rowOfChange(school, fields));
        if (fields.timezone !== undefined) await moveExpiries(app, operator.siteId, row.timezone);
        return resourceOfRow(school, row);
      },
    }),
  ];
};

/** Recalculates when enrollments expire. SQLite knows no timezones, so the ends of days are computed here, in batches. */
async function moveExpiries(app: FastifyInstance, siteId: string, timezone: string): Promise<void> {
  // Many enrollments end on the same day.
  const ends = new Map<string, number>();
  const endOf = (date: string): number => {
    const end = ends.get(date) ?? endOfDay(date, timezone);
    ends.set(date, end);
    return end;
  };
  for (let page = await app.school.enrollmentExpiry.page(siteId, BATCH); page.length > 0; ) {
    const moved = page.flatMap(({ id, expireDate, expiresAt }) => {
      if (expireDate === null || expiresAt === endOf(expireDate)) return [];
      return [{ id, expireDate, expiresAt: endOf(expireDate) }];
    });
    await app.school.enrollmentExpiry.move(siteId, timezone, moved, app.clock());
    page = page.length < BATCH ? [] : await app.school.enrollmentExpiry.page(siteId, BATCH, page.at(-1));
  }
}
