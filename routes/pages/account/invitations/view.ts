import type { Role } from '../../../../schema/oauth/scope.ts';
import type { Text } from '../../../words/index.ts';
import { button, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';

export type OpenInvitation = { siteId: string; school: string; role: Role };

const item = ({ siteId, school, role }: OpenInvitation, csrf: string, text: Text): Html => {
  const action = `/account/invitations/${siteId}`;
  const { accept, decline } = text.invitation;
  return html`<li><div><h3>${displayText(school)}</h3><p class="detail">${text.roles[role]}</p></div>
<div class="inline">
${postForm({ action: `${action}/accept`, csrf, body: button(accept) })}
${postForm({ action: `${action}/decline`, csrf, body: button(decline, 'secondary') })}
</div></li>`;
};

/** A section of the overview with the open invitations; `undefined` if there are none. */
export const openInvitations = (invitations: readonly OpenInvitation[], csrf: string, text: Text): Html | undefined =>
  invitations.length === 0
    ? undefined
    : html`<section class="stack"><div class="intro"><h2>${text.invitation.open}</h2><p>${text.invitation.openLead}</p></div>
<ul class="rows">${invitations.map((invitation) => item(invitation, csrf, text))}</ul></section>`;
