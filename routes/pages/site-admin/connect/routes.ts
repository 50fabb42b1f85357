/** The page with the assistants that can be connected to this server, and a switch of each for staff and for members. */
import type { FastifyInstance } from 'fastify';
import { keysOf } from '../../../../schema/record.ts';
import type { Text } from '../../../words/index.ts';
import { button, linkButton, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { at, type OperatorRequest, SCHOOL, type SiteAdminPages, triesOut } from '../operator-pages.ts';
import { belowSchool } from '../placed-pages.ts';
import { deciders } from '../reviews/reviewed-apps.ts';
import { ADDRESSES, addressesPage } from './addresses.ts';
import { ATTEMPTS, attemptPages } from './attempts.ts';
import { CLIENTS, type Known } from './clients.ts';
import { guidePage } from './guide.ts';
import { titleFor } from './guides.ts';
import { type Standing, standingsAt, switchOf, WHO } from './standing.ts';
import { assistantSwitches } from './switch.ts';
import { CONNECT, switchRows } from './switch-rows.ts';

interface Connect extends Awaited<ReturnType<typeof deciders>> {
  standings: readonly Standing[];
  /** Why the switch that led here was not turned. */
  undone: keyof Text['connect']['switches']['undone'] | undefined;
}

export function connectPages(app: FastifyInstance, pages: SiteAdminPages): void {
  assistantSwitches(app, pages);
  attemptPages(app, pages);
  guidePage(app, pages);
  addressesPage(app, pages);

  definePage<OperatorRequest, Connect>(app, belowSchool(pages.managers, CONNECT), {
    at: `${SCHOOL}${CONNECT}`,
    async load({ query, signedIn, text }) {
      const undone = keysOf(text.connect.switches.undone).find((key) => key === query.get('undone'));
      const standings = await standingsAt(app, signedIn.membership.siteId);
      return { ...(await deciders(app, signedIn)), standings, undone };
    },
    title: (_all, { text }) => text.connect.title,
    lead: (_all, { text }) => html`<p>${text.connect.lead}</p>`,
    isWrong: ({ undone }) => undone !== undefined,
    body(all, visit) {
      const { signedIn, text } = visit;
      const { switches, clientsTitle } = text.connect;
      const done = doneText(all, visit);
      const hasFeature = triesOut(signedIn.membership, 'mcp_connections');
      return html`${!hasFeature && offerForm(visit)}
${all.undone !== undefined && notice('problem', html`<p>${switches.undone[all.undone]}</p>`)}
${done !== undefined && notice('info', html`<p role="status">${done}</p>`)}
<section class="stack"><h2>${clientsTitle}</h2><p>${switches.lead}</p><p><a href="/account/assistants/${signedIn.membership.slug}">${switches.preview}</a> · <a href="${at(signedIn, ATTEMPTS)}">${text.attempts.title}</a></p>${!all.isDecided && html`<p class="quiet">${text.reviews.noOneDecides}</p>`}
<ul class="assistants">${CLIENTS.map((known) => clientItem(known, all, visit))}</ul></section>
${hasFeature && developerSection(visit)}`;
    },
  });
}

/** Says which switch, or form of the beta feature, led here, if it still is in that position. */
function doneText(
  { decides, standings }: Connect,
  { query, signedIn, text }: Visit<OperatorRequest>,
): string | undefined {
  const done = query.get('done') ?? '';
  const { offer, switches } = text.connect;
  if (done === 'feature') return triesOut(signedIn.membership, 'mcp_connections') ? offer.done : undefined;
  const [key, name, to] = done.split('.');
  const standing = standings.find(({ known }) => known.key === key);
  const who = WHO.find((one) => one === name);
  if (standing === undefined || who === undefined || (to !== 'on' && to !== 'off')) return undefined;
  const { is } = switchOf(who, standing, decides);
  const isOff = is === 'off' || is === 'blocked';
  return isOff === (to === 'off') ? switches.done[who][to]({ client: displayText(standing.known.name) }) : undefined;
}

/** A client that does not sign in has no switches. */
function clientItem(known: Known, { decides, standings }: Connect, visit: Visit<OperatorRequest>): Html {
  const standing = standings.find((one) => one.known.key === known.key);
  return html`<li><h3><a href="${at(visit.signedIn, `${CONNECT}/${known.key}`)}">${titleFor(known, visit.text)}</a></h3>
${standing && switchRows(standing, decides, visit)}</li>`;
}

/** The form that turns on the beta feature, while it is off. */
const offerForm = ({
  csrf,
  signedIn,
  text: { connect },
}: Visit<OperatorRequest>): Html => html`<p>${connect.offer.text}</p>
${postForm({
  action: at(signedIn, '/settings/features'),
  csrf,
  hidden: { feature: 'mcp_connections', on: 'yes', next: 'connect' },
  body: html`<div class="inline">${button(connect.offer.submit)}</div>`,
})}`;

const developerSection = ({ signedIn, text: { admin, connect } }: Visit<OperatorRequest>): Html =>
  html`<section class="stack"><h2>${connect.own.title}</h2><p>${connect.own.text}</p>
<p class="inline">${linkButton(at(signedIn, '/applications'), admin.area.pages.applications, 'secondary')}
${linkButton(at(signedIn, ADDRESSES), connect.addressesTitle, 'secondary')}</p></section>`;
