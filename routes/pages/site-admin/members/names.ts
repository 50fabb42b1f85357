/** How members and their status are called on pages. */
import type { Role } from '../../../../schema/oauth/scope.ts';
import type { Text } from '../../../words/index.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';

export type MemberStatus = 'invited' | 'active' | 'suspended';

/** The name is hidden until the person has accepted the invitation. */
export type MemberItem = { id: string; email: string; name: string | null; role: Role; status: MemberStatus };

/** Returns the name of a member, or the invited address as long as the name is hidden. */
export const nameOf = ({ name, email }: Pick<MemberItem, 'name' | 'email'>): string => displayText(name ?? email);

export const statusBadge = (status: MemberStatus, { members }: Text): Html =>
  html`<span class="badge${status !== 'active' && ' off'}">${members.statuses[status]}</span>`;
