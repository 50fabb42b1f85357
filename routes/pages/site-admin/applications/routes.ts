/** The OAuth applications of a school: the list, and each application with the people who use it. */
import type { FastifyInstance } from 'fastify';
import { MAX_HANDOVER_LINKS } from '../../../../schema/handover-link.ts';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { sendPage } from '../../kit/sending.ts';
import type { SignedInPages } from '../../kit/signed-in.ts';
import { developerFacts } from '../developer-facts.ts';
import { adminFrame, at, missing, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { type ApplicationDone, applicationPage } from './view.ts';

export const APPLICATIONS = '/applications';
/** The route of one application. */
export const ONE = `${SCHOOL}${APPLICATIONS}/:application`;

const GRANTS_SHOWN = 10;
const DONE: readonly ApplicationDone[] = [
  'changed',
  'secret_ended',
  'disabled',
  'enabled',
  'links_full',
  'link_revoked',
];

export const applicationPath = (signedIn: OperatorRequest, { id }: Pick<StoredApplication, 'id'>): string =>
  at(signedIn, `${APPLICATIONS}/${id}`);

export const findApplication = (
  { oauth: { siteApplications } }: FastifyInstance,
  { request, membership }: OperatorRequest,
): Promise<StoredApplication | undefined> =>
  siteApplications.find(membership.siteId, pathParameter(request, 'application'));

export const applicationsFrame = (signedIn: OperatorRequest) => adminFrame(signedIn, APPLICATIONS);

/** How the page looks that asks to sign in again before something is added. */
export const addingTo = (signedIn: OperatorRequest) =>
  ({ frame: applicationsFrame(signedIn), unlessLately: true, tone: 'primary' }) as const;

export function applicationPages(app: FastifyInstance, site: SiteAdminPages): void {
  showOne(app, site.with('mcp_connections'));
}

const queryOf = ({ request }: OperatorRequest, name: string): string | undefined =>
  readParameters(request.query).get(name);

function showOne(app: FastifyInstance, pages: SignedInPages<OperatorRequest>): void {
  const { clock, config } = app;
  const { siteApplications } = app.oauth;
  pages.get(ONE, async (signedIn, reply) => {
    const application = await findApplication(app, signedIn);
    if (application === undefined) return missing(signedIn, reply);
    const now = clock();
    const until = application.previousSecretEndsAt ?? 0;
    const done = queryOf(signedIn, 'done');
    const page = applicationPage(applicationsFrame(signedIn), {
      application,
      use: await siteApplications.use(application, now),
      grants: await siteApplications.grants(application, now, GRANTS_SHOWN),
      links: await siteApplications.handoverLinks.ofApplication(application, 2 * MAX_HANDOVER_LINKS),
      oldSecretUntil: until > now ? until : undefined,
      facts: developerFacts(config.baseUrl, application),
      base: applicationPath(signedIn, application),
      connectionsHref: at(signedIn, `/connections?${new URLSearchParams({ client: application.id })}`),
      auditHref: at(signedIn, `/audit?${new URLSearchParams({ client: application.id })}`),
      timeZone: signedIn.membership.timezone,
      csrf: signedIn.csrf,
      done: DONE.find((key) => key === done),
    });
    return sendPage(reply, page, 'own');
  });
}
