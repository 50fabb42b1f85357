/** The admin operation that sends an invitation again, with a new link, within the limits of all invitations. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { memberTarget } from '../../../../schema/audit/audit-target.ts';
import { OAuthError } from '../../../../schema/oauth/oauth-error.ts';
import { defineOperation } from '../../../../schema/school/operation.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { member } from '../../../../schema/school/resources/members.ts';
import { auditEventOf } from '../engine/audit-events.ts';
import { keyOf } from '../engine/resource-rows.ts';
import type { MemberRows } from './member-rows.ts';
import { requireNotAbove } from './role-and-status.ts';

export const resendInvitationOperation = (app: FastifyInstance, members: MemberRows) =>
  defineOperation({
    name: 'resend_invitation',
    summary: 'Send an invitation again',
    description:
      'Sends an e-mail with a new link to a person who has not accepted the invitation yet; earlier links stop working. Limited to a few e-mails a day for each address. Returns the member.',
    scope: 'members:write',
    input: z.strictObject(keyOf(member)),
    output: member.output,
    rest: { method: 'POST', path: '/members/:id/resend_invitation', status: 200 },
    effect: 'gives_access',
    async run(operator, { id }) {
      const row = await members.find(operator, id);
      requireNotAbove(operator, row.role);
      if (row.status !== 'invited') throw new ProblemError('conflict', 'the member has accepted the invitation');
      if (!app.people.mailer.isOn) throw new ProblemError('conflict', 'this deployment sends no e-mail');
      operator.beforeWrite?.({ target: memberTarget(id), before: row, after: row });
      const wait = await app.people.sendInvitation(operator.siteId, id, operator.personId);
      if (wait > 0) {
        const seconds = Math.ceil(wait / 1000);
        throw new OAuthError('rate_limited.invitations', { seconds }, { retryAfterSeconds: seconds });
      }
      await app.audit.record(auditEventOf(operator, 'invitation_sent', memberTarget(id)));
      return members.show(row);
    },
  });
