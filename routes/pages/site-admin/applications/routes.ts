/** OAuth applications of a school (E-33): the list, and each with who uses it. */
import type { FastifyInstance } from 'fastify';
import { kindOf, type StoredApplication } from '../../../../schema/oauth/site-application.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { sendPage } from '../../kit/sending.ts';
import type { VisitedPages } from '../../kit/visits.ts';
import { developerFacts } from '../developer-facts.ts';
import { adminFrame, at, missing, type OperatorVisit, SCHOOL, type SiteAdminPages } from '../visits.ts';
import { applicationsPage } from './list-view.ts';
import { type ApplicationDone, applicationPage } from './view.ts';

export const APPLICATIONS = '/applications';
/** The path of one application, as the routes have it. */
export const ONE = `${SCHOOL}${APPLICATIONS}/:application`;

const PER_PAGE = 25;
const GRANTS_SHOWN = 10;
const DONE: readonly ApplicationDone[] = ['changed', 'secret_ended', 'disabled', 'enabled'];

export const applicationPath = (visit: OperatorVisit, { id }: Pick<StoredApplication, 'id'>): string =>
  at(visit, `${APPLICATIONS}/${id}`);

export const findApplication = (
  { oauth: { siteApplications } }: FastifyInstance,
  { request, place }: OperatorVisit,
): Promise<StoredApplication | undefined> =>
  siteApplications.find(place.siteId, (request.params as { application: string }).application);

export const applicationsFrame = (visit: OperatorVisit) => adminFrame(visit, APPLICATIONS);

export function applicationPages(app: FastifyInstance, site: SiteAdminPages): void {
  const pages = site.with('mcp_connections');
  showList(app, pages);
  showOne(app, pages);
}

const queryOf = ({ request }: OperatorVisit, name: string): string | undefined =>
  readParameters(request.query).get(name);

function showList({ clock, oauth: { siteApplications } }: FastifyInstance, pages: VisitedPages<OperatorVisit>): void {
  pages.show(`${SCHOOL}${APPLICATIONS}`, async (visit, reply) => {
    const { siteId, timezone } = visit.place;
    const number = Math.max(1, Math.min(1000, Number(queryOf(visit, 'page') ?? 1) || 1));
    const [all, uses] = await Promise.all([siteApplications.ofSite(siteId), siteApplications.uses(siteId, clock())]);
    const from = (Math.floor(number) - 1) * PER_PAGE;
    const base = at(visit, APPLICATIONS);
    const page = applicationsPage(applicationsFrame(visit), {
      base,
      timeZone: timezone,
      deleted: queryOf(visit, 'done') === 'deleted',
      nextHref: all.length > from + PER_PAGE ? `${base}?page=${Math.floor(number) + 1}` : undefined,
      applications: all.slice(from, from + PER_PAGE).map((one) => ({
        id: one.id,
        name: one.name,
        kind: kindOf(one),
        active: one.active,
        scopes: one.scopes.length,
        grants: uses.get(one.id)?.grants ?? 0,
        lastUsedAt: one.lastUsedAt,
      })),
    });
    return sendPage(reply, page, 'own');
  });
}

function showOne(app: FastifyInstance, pages: VisitedPages<OperatorVisit>): void {
  const { clock, config } = app;
  const { siteApplications } = app.oauth;
  pages.show(ONE, async (visit, reply) => {
    const application = await findApplication(app, visit);
    if (application === undefined) return missing(visit, reply);
    const now = clock();
    const until = application.previousSecretEndsAt ?? 0;
    const done = queryOf(visit, 'done');
    const page = applicationPage(applicationsFrame(visit), {
      application,
      use: await siteApplications.use(application, now),
      grants: await siteApplications.grants(application, now, GRANTS_SHOWN),
      oldSecretUntil: until > now ? until : undefined,
      facts: developerFacts(config.baseUrl, application),
      base: applicationPath(visit, application),
      connectionsHref: at(visit, `/connections?${new URLSearchParams({ client: application.id })}`),
      timeZone: visit.place.timezone,
      csrf: visit.csrf,
      done: DONE.find((key) => key === done),
    });
    return sendPage(reply, page, 'own');
  });
}
