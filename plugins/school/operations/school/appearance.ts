/**
 * Admin operations for a school's branding. A school that has never changed it has no stored row: the operations return
 * the defaults, and its sign-in, account and admin pages look like Schoolgate's own. If there is a stored row, those use
 * its colours and logo.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AuditEvent } from '../../../../schema/audit/audit-event.ts';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { resourceOfRow, rowOfChange } from '../../../../schema/school/resource.ts';
import { appearance, DEFAULT_APPEARANCE } from '../../../../schema/school/resources/appearance.ts';
import { assetReferences } from '../engine/asset-references.ts';
import { changeEventOf, resourceEventOf } from '../engine/audit-events.ts';
import { nextVersion, requireVersion, retryOnConflict } from '../engine/conflicts.ts';
import { ifUpdatedAt } from '../engine/resource-rows.ts';

type Changes = Parameters<FastifyInstance['school']['settings']['updateAppearance']>[1];

export const appearanceOperations = (app: FastifyInstance) => [
  defineOperation({
    name: 'get_appearance',
    summary: 'Get the branding',
    description:
      "Returns the branding of the school's site: colours, logo, favicon, font, header links, footer, homepage sections and CSS; the defaults if nothing has been changed.",
    scope: 'appearance:read',
    input: z.strictObject({}),
    output: appearance.output,
    rest: { method: 'GET', path: '/appearance', status: 200 },
    run: async (operator) => show(operator, await findBranding(app, operator)),
  }),
  defineOperation({
    name: 'update_appearance',
    summary: 'Update the branding',
    description:
      "Updates the given fields of the school's branding and returns it. Omitted fields are unchanged. The colours and the logo also appear on the school's sign-in, consent, account and admin pages and in its e-mails; the other fields do not affect those.",
    scope: 'appearance:write',
    input: appearance.change.extend({ ifUpdatedAt }),
    output: appearance.output,
    rest: { method: 'PATCH', path: '/appearance', status: 200 },
    effect: 'seen_by_strangers',
    async run(operator, { ifUpdatedAt, ...fields }) {
      return show(operator, await updateBranding(app, operator, ifUpdatedAt, rowOfChange(appearance, fields)));
    },
  }),
  defineOperation({
    name: 'reset_appearance',
    summary: 'Reset the branding',
    description:
      "Resets the school's branding to the defaults: standard colours and font, and no logo, favicon, header links, footer, homepage sections or CSS. The current values are lost.",
    scope: 'appearance:write',
    input: z.strictObject({}),
    output: appearance.output,
    rest: { method: 'POST', path: '/appearance/reset', status: 200 },
    isDestructive: true,
    effect: 'seen_by_strangers',
    isIdempotent: true,
    isConditional: true,
    run: async (operator) => show(operator, await updateBranding(app, operator, undefined, { ...DEFAULT_APPEARANCE })),
  }),
];

const show = ({ siteId }: Operator, row: object) => resourceOfRow(appearance, { ...row, id: siteId });

const findBranding = async (app: FastifyInstance, operator: Operator) =>
  (await app.school.settings.findAppearance(operator.siteId)) ?? (await defaultBranding(app, operator));

/** The branding of a school that has never changed it. Its version is the time when the school was created. */
async function defaultBranding(app: FastifyInstance, { siteId }: Operator) {
  const school = await app.school.settings.find(siteId);
  if (school === undefined) throw new Error(`the school ${siteId} is gone`);
  return { ...DEFAULT_APPEARANCE, updatedAt: school.createdAt };
}

/** A request that changes no value is recorded with digests, as it moves the version. */
function eventOf(operator: Operator, before: object, columns: Changes): AuditEvent {
  const { siteId, now } = operator;
  const event = changeEventOf(operator, 'resource_changed', `${appearance.one}/${siteId}`, { before, after: columns });
  if (event.before !== event.after) return event;
  return resourceEventOf(appearance, operator, 'resource_changed', siteId, {
    before: { ...before, id: siteId },
    after: { ...before, ...columns, updatedAt: now, id: siteId },
  });
}

async function updateBranding(
  app: FastifyInstance,
  operator: Operator,
  ifUpdatedAt: string | undefined,
  columns: Changes,
) {
  const { siteId } = operator;
  const pictures = assetReferences(app, 'logoAssetId', 'faviconAssetId');
  return retryOnConflict('appearance', async () => {
    const before = await findBranding(app, operator);
    requireVersion(operator, 'appearance', before, ifUpdatedAt);
    const changes = { ...columns, updatedAt: nextVersion(operator, before) };
    const after = { ...before, ...changes };
    await pictures.check(siteId, after, before);
    const auditEvent = eventOf(operator, before, columns);
    const further = pictures.lockSteps(siteId, after, before);
    const guard = { seen: before.updatedAt, defaults: await defaultBranding(app, operator), further };
    return (await app.school.settings.updateAppearance(siteId, changes, guard, auditEvent)) ? after : undefined;
  });
}
