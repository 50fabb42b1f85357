/** The admin pages of a school. */
import type { FastifyInstance } from 'fastify';
import { messagePage } from '../kit/message.ts';
import { frameFor, goTo, sendPage, showFailures } from '../kit/sending.ts';
import { runsSchool, visitedPages } from '../kit/visits.ts';
import { applicationDangers } from './applications/dangers.ts';
import { applicationForms } from './applications/forms.ts';
import { applicationPages } from './applications/routes.ts';
import { audit } from './audit/routes.ts';
import { lookPages } from './branding/routes.ts';
import { connectPages } from './connect/routes.ts';
import { connectionEnds } from './connections/ends.ts';
import { connectionPages } from './connections/routes.ts';
import { members } from './members/routes.ts';
import { adminOverviewPage } from './overview/view.ts';
import { reviews } from './reviews/routes.ts';
import { settingsPages } from './settings/routes.ts';
import { adminFrame, at, SCHOOL, siteAdminPages, triesOut } from './visits.ts';

export default async function siteAdminSurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  const pages = siteAdminPages(app);

  connectionPages(app, pages);
  connectionEnds(app, pages);

  visitedPages(app, (visit) => visit).show('/admin', (visit, reply) => {
    const school = visit.places.find(runsSchool);
    return school === undefined
      ? sendPage(reply.code(403), messagePage(frameFor(visit.request), { kind: 'no_operator' }), 'own_message')
      : goTo(reply, `/admin/${school.slug}`);
  });

  pages.operators.show(SCHOOL, (visit, reply) => {
    const page = adminOverviewPage(adminFrame(visit, ''), {
      schoolName: visit.place.siteName,
      role: visit.place.role,
      manages: visit.manages,
      hasConnections: triesOut(visit.place, 'mcp_connections'),
      base: at(visit),
    });
    return sendPage(reply, page, 'own');
  });

  members(app, pages);
  reviews(app, pages);
  audit(app, pages);
  lookPages(app, pages);
  settingsPages(app, pages);
  applicationPages(app, pages);
  applicationForms(app, pages);
  applicationDangers(app, pages);
  connectPages(app, pages);
}
