/** What members have ordered that ends with their role, for the pages that are about to end it. */
import type { FastifyInstance } from 'fastify';
import type { Role } from '../../../../schema/oauth/scope.ts';
import type { Authority } from '../../../../schema/people/ordered-deed.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import type { ShownMember } from './member.ts';

type Loser = Pick<ShownMember, 'id' | 'role'>;

const mayOrder = ({ role }: Loser): boolean => role === 'owner' || role === 'admin';

/** @param loses `manages` if they neither own nor manage the school afterwards */
async function endingOf(app: FastifyInstance, siteId: string, losers: readonly Loser[], loses: Authority) {
  const all = losers.filter(mayOrder).map(({ id }) => app.school.orderedDeeds.of(siteId, id, app.clock()));
  const found = await Promise.all(all);
  return {
    ending: found.flatMap(({ ending }) => ending).filter(({ needs }) => loses === 'manages' || needs === 'owns'),
    plainInvitations: found.reduce((sum, one) => sum + one.plainInvitations, 0),
  };
}

/** Whether something ends with the role of a member. */
export const isAnythingOrdered = async (
  app: FastifyInstance,
  { membership }: OperatorRequest,
  member: Loser,
  loses: Authority,
): Promise<boolean> => (await endingOf(app, membership.siteId, [member], loses)).ending.length > 0;

/** Lists what ends with the roles, and what belongs to the school and stays. */
export async function orderedList(
  app: FastifyInstance,
  { membership: { siteId }, text }: OperatorRequest,
  losers: readonly Loser[],
  loses: Authority = 'manages',
): Promise<Html | undefined> {
  if (!losers.some(mayOrder)) return undefined;
  const { invitationLink, ordered, ownership, statuses } = text.members;
  const { ending, plainInvitations } = await endingOf(app, siteId, losers, loses);
  const stillManages = loses === 'owns';
  const webhooks = stillManages ? [] : await app.school.webhookEndpoints.ofSite(siteId);
  const invited = (role: Role): string => `${statuses.invited} (${text.roles[role]})`;
  const labels = {
    shownLink: invitationLink.title,
    handOver: text.handOver.admin.title,
    reset: text.secondFactor.reset.link,
    offer: ownership.title,
  };
  const items = (lines: readonly string[]) => html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  const ends = ending.map((deed) => {
    const label = deed.kind === 'invitation' ? invited(deed.role) : labels[deed.kind];
    return `${label}: ${displayText(deed.about)}`;
  });
  const stays = [
    ...(plainInvitations > 0 && !stillManages ? [`${invited('member')}: ${plainInvitations}`] : []),
    ...webhooks.map(({ url }) => `${text.admin.area.pages.webhooks}: ${url}`),
  ];
  return html`${ends.length > 0 && html`<p>${ordered.ends}</p>${items(ends)}`}${stays.length > 0 && html`<p>${ordered.stays}</p>${items(stays)}`}`;
}
