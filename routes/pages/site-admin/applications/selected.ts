/** Disables or deletes several applications at once, each as one alone is. */
import type { FastifyInstance } from 'fastify';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { outcomePage } from '../../kit/outcome.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { clientEvent } from './forms.ts';
import { APPLICATIONS_PER_PAGE } from './listing.ts';
import { APPLICATIONS, applicationsFrame } from './routes.ts';

const ACTIONS = ['disable', 'remove'] as const;

interface Selection {
  action: (typeof ACTIONS)[number];
  /** The applications that the action is for. */
  fitting: readonly StoredApplication[];
  /** Those that are disabled already. */
  others: readonly StoredApplication[];
  /** How many connections end. */
  grants: number;
}

const nameOf = ({ name }: StoredApplication): string => displayText(name);
const names = (some: readonly StoredApplication[]): Html =>
  html`<ul>${some.map((one) => html`<li>${nameOf(one)} <code>${one.id}</code></li>`)}</ul>`;
const listed = (some: readonly StoredApplication[]): string => some.map(nameOf).join(', ');

/** The selected applications that are still there. */
async function selectionIn(
  { clock, oauth: { siteApplications } }: FastifyInstance,
  { request, membership: { siteId } }: OperatorRequest,
): Promise<Selection | undefined> {
  const given = readParameters(request.method === 'GET' ? request.query : request.body);
  const action = ACTIONS.find((one) => one === given.get('action'));
  // A page of the list has no more.
  const ids = new Set(given.all('application').slice(0, APPLICATIONS_PER_PAGE));
  const chosen = (await siteApplications.ofSite(siteId)).filter(({ id }) => ids.has(id));
  const fitting = chosen.filter(({ active }) => active || action === 'remove');
  if (action === undefined || fitting.length === 0) return undefined;
  const uses = await siteApplications.uses(siteId, clock());
  const grants = fitting.reduce((sum, { id }) => sum + (uses.get(id)?.grants ?? 0), 0);
  return { action, fitting, others: chosen.filter((one) => !fitting.includes(one)), grants };
}

export function selectedApplications(app: FastifyInstance, site: SiteAdminPages): void {
  const { siteApplications } = app.oauth;
  const path = `${APPLICATIONS}/selected`;

  const act = (signedIn: OperatorRequest, action: Selection['action'], one: StoredApplication): Promise<boolean> =>
    action === 'disable'
      ? siteApplications.disable(one, clientEvent(app, signedIn, 'client_disabled', one.id))
      : siteApplications.remove(one, clientEvent(app, signedIn, 'client_deleted', one.id));

  requireReauthentication<OperatorRequest, Selection>(app, site.with('mcp_connections'), {
    path: `${SCHOOL}${path}`,
    find: (signedIn) => selectionIn(app, signedIn),
    frame: applicationsFrame,
    describe: (signedIn, { action, fitting, others, grants }) => {
      const { text } = signedIn;
      const { list, one } = text.applications;
      const { ask, consequences, already } = list.selected;
      return {
        title: ask[action]({ count: fitting.length }),
        consequences: html`${names(fitting)}<p>${consequences[action]}</p>${grants > 0 && html`<p>${text.connections.total({ count: grants })}</p>`}
${others.length > 0 && html`<p>${already}</p>${names(others)}`}`,
        hidden: { action, application: fitting.map(({ id }) => id) },
        submit: one[action],
        cancelHref: at(signedIn, APPLICATIONS),
      };
    },
    async act(signedIn, { action, fitting }, _form, reply) {
      const changed: StoredApplication[] = [];
      // One after the other, so that each has its entry in the audit log or is left as it was.
      for (const one of fitting) if (await act(signedIn, action, one)) changed.push(one);
      const refused = fitting.filter((one) => !changed.includes(one));
      const { applications, members } = signedIn.text;
      const { title, done } = applications.list.selected;
      const sentences = [
        ...(changed.length > 0 ? [done[action]({ names: listed(changed) })] : []),
        ...(refused.length > 0 ? [members.selected.refused({ names: listed(refused) })] : []),
      ];
      const next = { href: at(signedIn, APPLICATIONS), label: applications.list.title };
      return sendPage(reply, outcomePage(applicationsFrame(signedIn), { title, sentences, next }), 'own');
    },
    missing: (signedIn, reply) => goTo(reply, at(signedIn, `${APPLICATIONS}?done=none`)),
  });
}
