/** Suspends or reinstates several members at once, each by the operation that does it for one. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { type Html, html } from '../../kit/html.ts';
import { outcomePage } from '../../kit/outcome.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { runAs } from '../operator.ts';
import { adminFrame, at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { common } from './actions.ts';
import { type BulkAction, nameOf } from './list-view.ts';
import { MEMBERS_PER_PAGE } from './listing.ts';
import { barOf, findMemberNamed, type ShownMember } from './member.ts';
import { orderedList } from './ordered.ts';

interface Selection {
  action: BulkAction;
  /** The members whom the action is for. */
  fitting: ShownMember[];
  /** Members whom the operator may not change, or whose status the action does not fit. */
  others: ShownMember[];
}

/** The status that a member has before each action. */
const BEFORE = { suspend: 'active', reinstate: 'suspended' } as const satisfies Record<BulkAction, string>;
const PATH = '/members/selected';

const names = (members: readonly ShownMember[]): Html =>
  html`<ul>${members.map((member) => html`<li>${nameOf(member)}</li>`)}</ul>`;

export function selectedMembers(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { suspend_member, reinstate_member } = app.school.operations;

  async function find(signedIn: OperatorRequest): Promise<Selection | undefined> {
    const { request } = signedIn;
    const given = readParameters(request.method === 'GET' ? request.query : request.body);
    const action = (['suspend', 'reinstate'] as const).find((one) => one === given.get('action'));
    // A page of the list has no more.
    const ids = [...new Set(given.all('member'))].slice(0, MEMBERS_PER_PAGE);
    const found = await Promise.all(ids.map((id) => findMemberNamed(app, signedIn, id)));
    const members = found.filter((member) => member !== undefined);
    if (action === undefined || members.length === 0) return undefined;
    const fits = (member: ShownMember): boolean =>
      barOf(signedIn, member) === undefined && member.status === BEFORE[action];
    return { action, fitting: members.filter(fits), others: members.filter((member) => !fits(member)) };
  }

  /** @returns the members who were changed, and those who could not be */
  async function changeAll(signedIn: OperatorRequest, { action, fitting }: Selection) {
    const run = (id: string): Promise<unknown> =>
      action === 'suspend'
        ? runAs(app, signedIn, suspend_member, { id })
        : runAs(app, signedIn, reinstate_member, { id });
    const changed: ShownMember[] = [];
    const refused: ShownMember[] = [];
    // One after the other, because changes of a school wait for each other.
    for (const member of fitting) {
      try {
        await run(member.id);
        changed.push(member);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        refused.push(member);
      }
    }
    return { changed, refused };
  }

  requireReauthentication<OperatorRequest, Selection>(app, managers, {
    ...common,
    path: `${SCHOOL}${PATH}`,
    find: async (signedIn) => {
      const selection = await find(signedIn);
      return selection?.fitting.length === 0 ? undefined : selection;
    },
    describe: async (signedIn, { action, fitting, others }) => {
      const { confirm, selected } = signedIn.text.members;
      const text = action === 'suspend' ? confirm.suspendText : confirm.roleText;
      return {
        title: selected.ask[action]({ count: fitting.length }),
        consequences: html`${names(fitting)}<p>${text}</p>${action === 'suspend' && (await orderedList(app, signedIn, fitting))}${others.length > 0 && html`<p>${selected.others}</p>${names(others)}`}`,
        hidden: { action, member: fitting.map(({ id }) => id) },
        submit: selected.actions[action],
        cancelHref: at(signedIn, '/members'),
      };
    },
    async act(signedIn, selection, _form, reply) {
      const { changed, refused } = await changeAll(signedIn, selection);
      return tell(signedIn, reply, selection.action, changed, refused);
    },
    missing: (signedIn, reply) => goTo(reply, at(signedIn, '/members?done=none')),
  });
}

function tell(
  signedIn: OperatorRequest,
  reply: FastifyReply,
  action: BulkAction,
  changed: readonly ShownMember[],
  refused: readonly ShownMember[],
): FastifyReply {
  const { admin, members } = signedIn.text;
  const listed = (some: readonly ShownMember[]): string => some.map(nameOf).join(', ');
  const { title, done, refused: notChanged } = members.selected;
  const sentences = [
    ...(changed.length > 0 ? [done[action]({ names: listed(changed) })] : []),
    ...(refused.length > 0 ? [notChanged({ names: listed(refused) })] : []),
  ];
  const next = { href: at(signedIn, '/members'), label: admin.area.pages.members };
  return sendPage(reply, outcomePage(adminFrame(signedIn, '/members'), { title, sentences, next }), 'own');
}
