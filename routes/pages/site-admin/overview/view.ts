import type { Role } from '../../../../schema/oauth/scope.ts';
import { linkButton, notice } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { type Text, textFor } from '../../kit/text/index.ts';

export type AdminOverview = {
  schoolName: string;
  role: Role;
  manages: boolean;
  runsPlatform: boolean;
  /** Whether the school has turned the feature on. */
  hasConnections: boolean;
  /** The prefix of the paths of its pages. */
  base: string;
};

const firstStep = ({ hasConnections, manages, base }: AdminOverview, text: Text['admin']): Html | undefined =>
  manages && !hasConnections
    ? notice(
        'info',
        html`<p>${text.overview.switchOn}</p><p>${linkButton(`${base}/settings`, text.area.pages.settings, 'secondary')}</p>`,
      )
    : undefined;

/** The first admin page of a school. */
export const adminOverviewPage = (frame: PageFrame, overview: AdminOverview): string => {
  const text = textFor(frame.language);
  const { admin } = text;
  const { base, schoolName, role, hasConnections, manages, runsPlatform } = overview;
  const item = (path: string, label: string, what: string): Html =>
    html`<li><a href="${base}${path}">${label}</a>: ${what}</li>`;
  const body = html`<div class="intro"><h1>${displayText(schoolName)}</h1><p>${admin.overview.lead(text.roles[role])}</p></div>
${firstStep(overview, admin)}
<ul class="links">
${item('/members', admin.area.pages.members, admin.overview.members)}
${manages && hasConnections && item('/applications', admin.area.pages.applications, admin.overview.applications)}
${manages && hasConnections && item('/reviews', admin.area.pages.reviews, admin.overview.reviews)}
${manages && hasConnections && item('/connect', admin.area.pages.connect, admin.overview.connect)}
${item('/connections', admin.area.pages.connections, manages ? admin.overview.connections : admin.overview.connectionsLooking)}
${manages && item('/webhooks', admin.area.pages.webhooks, admin.overview.webhooks)}
${manages && item('/audit', admin.area.pages.audit, admin.overview.audit)}
${manages && item('/look', admin.area.pages.look, admin.overview.look)}
${manages && item('/settings', admin.area.pages.settings, admin.overview.settings)}
${runsPlatform && item('/accounts', admin.area.pages.accounts, admin.overview.accounts)}
</ul>`;
  return page(frame, { title: text.shell.areas.admin, body });
};
