/**
 * Admin operations for finding, inviting and tagging the members of a school, and for the school's notes on them. They
 * never change a person's own name or e-mail address. Roles, suspension and removal are in `role-and-status.ts`.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeIdentifier } from '../../../../schema/credential.ts';
import { postponed } from '../../../../schema/data/outgoing-message.ts';
import { ASSIGNABLE_ROLES, type Role } from '../../../../schema/people/role.ts';
import { references, strings } from '../../../../schema/school/fields.ts';
import { defineOperation, type Operator, type SensitiveInput } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { rowOfChange } from '../../../../schema/school/resource.ts';
import { member } from '../../../../schema/school/resources/members.ts';
import { emailKey, emailValue } from '../../../../schema/text/email.ts';
import { personName } from '../../../../schema/text/person-name.ts';
import { readableLine } from '../../../../schema/text/readable.ts';
import type { MemberNotes, Step } from '../../stores.ts';
import { nextVersion, requireVersion, retryOnConflict } from '../engine/conflicts.ts';
import { listOperation } from '../engine/listing.ts';
import { ifUpdatedAt, keyOf, type Search } from '../engine/resource-rows.ts';
import { invitedEvent, type MemberRows, memberRows, newAccount } from './member-rows.ts';
import { resendInvitationOperation } from './resend-invitation.ts';
import { requireNotAbove, roleAndStatusOperations } from './role-and-status.ts';

const ABOVE_MEMBER: SensitiveInput = {
  words: 'a role above member',
  isGiven: ({ role }) => role !== undefined && role !== 'member',
};

const MAX_TAGGED = 100;
const tag = z.string().trim().normalize('NFC').min(1).max(100);

export const membersOperations = (app: FastifyInstance) => {
  const members = memberRows(app);
  const store = app.school.members;
  const search: Search<object> = async ({ siteId }, q) => ({ among: await store.search(siteId, q) });
  return [
    listOperation({ app, resource: member, store, search, showAll: members.showAll }, 'list_members', {}),
    defineOperation({
      name: 'get_member',
      summary: 'Get a member',
      description: 'Returns a member by id.',
      scope: 'members:read',
      input: z.strictObject(keyOf(member)),
      output: member.output,
      rest: { method: 'GET', path: '/members/:id', status: 200 },
      run: async (operator, { id }) => members.show(await members.find(operator, id)),
    }),
    inviteOperation(app, members),
    resendInvitationOperation(app, members),
    defineOperation({
      name: 'update_member',
      summary: "Update the school's notes on a member",
      description:
        'Updates the given fields of a member, such as tags, custom fields and note, and returns the member. Omitted fields are unchanged; null clears an optional field. Only members change their own name and e-mail address; role and status have their own operations.',
      scope: 'members:write',
      input: member.change.extend({ ...keyOf(member), ifUpdatedAt }),
      output: member.output,
      rest: { method: 'PATCH', path: '/members/:id', status: 200 },
      async run(operator, { id, ifUpdatedAt, ...fields }) {
        return retryOnConflict('member', async () => {
          const before = await members.find(operator, id);
          requireVersion(operator, 'member', before, ifUpdatedAt);
          const notes: MemberNotes = rowOfChange(member, fields);
          const after = { ...before, ...notes, updatedAt: nextVersion(operator, before) };
          const auditEvent = members.eventOf(operator, 'resource_changed', id, { before, after });
          if (await store.updateNotes(operator.siteId, [{ id, notes, seen: before.updatedAt }], [auditEvent])) {
            return members.show(await members.find(operator, id));
          }
          return undefined;
        });
      },
    }),
    tagOperation(app, members),
    ...roleAndStatusOperations(app, members),
  ];
};

const taken = (message: string): ProblemError =>
  new ProblemError('conflict', `email ${message}`, [{ path: 'email', code: 'taken', message }]);

/** An account whose address was changed gets it back if the change was not its owner's. */
export async function requireFree({ people }: FastifyInstance, email: string, now: number): Promise<void> {
  if (await people.emailAddresses.isReserved(emailKey(email), now)) {
    throw taken('belonged to another account until a few days ago, which can still get it back');
  }
}

function inviteOperation(app: FastifyInstance, members: MemberRows) {
  return defineOperation({
    name: 'invite_member',
    summary: 'Invite a member',
    description:
      'Invites an e-mail address to the school, with a role not above yours and never owner, and returns the member. The membership has the status invited and grants no access until the person accepts. They get an e-mail with a link valid for 7 days, unless this deployment sends no mail.',
    scope: 'members:write',
    input: member.change.extend({
      email: emailValue.describe('E-mail address of the person'),
      name: personName.optional().describe('Name of the person, until they accept the invitation and choose their own'),
      role: z.enum(ASSIGNABLE_ROLES).default('member').describe('Role at the school'),
    }),
    output: member.output,
    rest: { method: 'POST', path: '/members', status: 201 },
    effect: 'raises_role',
    hasEffect: ABOVE_MEMBER,
    async run(operator, { email, name, role, ...givenNotes }) {
      const personId = await inviteMember(app, operator, { email, name, role, notes: rowOfChange(member, givenNotes) });
      return members.show(await members.find(operator, personId));
    },
  });
}

interface NewMember {
  email: string;
  name: string | undefined;
  role: Role;
  notes?: MemberNotes;
  /** Returns further steps of the same unit of work. */
  further?(personId: string): readonly Step[];
  /** Of an import: when the e-mail is tried, in milliseconds from now. */
  delayMs?: number;
}

/**
 * Invites a person, whatever page or program asks for it.
 * @returns the id of the person
 * @throws {ProblemError}
 */
export async function inviteMember(
  app: FastifyInstance,
  operator: Operator,
  { email, name, role, notes = {}, further, delayMs }: NewMember,
): Promise<string> {
  requireNotAbove(operator, role);
  const { siteId, now } = operator;
  return retryOnConflict('member', async () => {
    const known = await app.school.members.findAccount(email);
    const personId = known?.id ?? makeIdentifier('usr');
    if (known === undefined) await requireFree(app, email, now);
    else if ((await app.school.members.find(siteId, personId)) !== undefined) {
      throw taken('already belongs to a member of this school');
    }
    const account = known === undefined ? newAccount(personId, email, name, now) : undefined;
    const invitation = { siteId, personId, email, account, name, role, invitedBy: operator.personId, notes };
    const auditEvent = invitedEvent(operator, personId, role);
    const outgoing = app.people.mailer
      .outgoing({ order: 'invitation', siteId, personId, isImported: delayMs !== undefined })
      .map((message) => postponed(message, delayMs ?? 0));
    const steps = further?.(personId) ?? [];
    return (await app.school.members.invite(invitation, { ...auditEvent, outgoing }, ...steps)) ? personId : undefined;
  });
}

function tagOperation(app: FastifyInstance, members: MemberRows) {
  return defineOperation({
    name: 'tag_members',
    summary: 'Tag members',
    description: `Adds and removes tags on up to ${MAX_TAGGED} members at once and returns them. If any id is unknown, nothing is changed.`,
    scope: 'members:write',
    input: z.strictObject({
      memberIds: z.array(z.string().min(1).max(64)).min(1).max(MAX_TAGGED).describe('Ids of the members'),
      add: z.array(readableLine(100, 1)).max(50).default([]).describe('Tags to add'),
      remove: z.array(tag).max(50).default([]).describe('Tags to remove'),
    }),
    output: z.object({ nodes: z.array(member.output) }),
    rest: { method: 'POST', path: '/members/tag', status: 200 },
    pageFields: {
      memberIds: references(MAX_TAGGED, { description: 'The members' }),
      add: strings(50, { description: 'Tags to add' }),
      remove: strings(50, { description: 'Tags to remove' }),
    },
    isIdempotent: true,
    async run(operator, { memberIds, add, remove }) {
      const ids = [...new Set(memberIds)];
      const rowsOf = async () => {
        const missing = new Set(await app.school.members.missing(operator.siteId, ids));
        if (missing.size > 0) {
          const message = 'is not a member of this school';
          throw invalidInput(
            memberIds.flatMap((id, index) =>
              missing.has(id) ? [{ path: `memberIds.${index}`, code: 'no_such_reference', message }] : [],
            ),
          );
        }
        return Promise.all(ids.map((id) => members.find(operator, id)));
      };
      return retryOnConflict('member', async () => {
        const before = await rowsOf();
        const changes = before.map((row) => ({ row, notes: { tags: tagsAfter(row, add, remove) } }));
        const events = changes.map(({ row, notes }) => {
          const after = { ...row, ...notes, updatedAt: nextVersion(operator, row) };
          return members.eventOf(operator, 'resource_changed', row.id, { before: row, after });
        });
        const updates = changes.map(({ row: { id, updatedAt: seen }, notes }) => ({ id, notes, seen }));
        if (await app.school.members.updateNotes(operator.siteId, updates, events)) {
          return { nodes: (await rowsOf()).map(members.show) };
        }
        return undefined;
      });
    },
  });
}

interface TaggedMember {
  readonly id: string;
  readonly tags: readonly string[] | null;
}

/** @throws {ProblemError} `conflict` if the member would have too many tags */
function tagsAfter({ id, tags }: TaggedMember, add: readonly string[], remove: readonly string[]): string[] {
  const remaining = (tags ?? []).filter((one) => !remove.includes(one));
  const all = [...new Set([...remaining, ...add])];
  if (all.length > 50) throw new ProblemError('conflict', `${id} would have more than 50 tags`);
  return all;
}
