/** The admin pages of a school. */
import type { FastifyInstance } from 'fastify';
import { adminOverviewPage } from '../pages/admin/overview.ts';
import { messagePage } from '../pages/message.ts';
import { frameFor, goTo, sendPage, showFailures } from '../pages/sending.ts';
import { runsSchool, visitedPages } from '../pages/visits.ts';
import { applicationDangers } from './application-dangers.ts';
import { applicationForms } from './application-forms.ts';
import { applicationPages } from './applications.ts';
import { audit } from './audit.ts';
import { connectPages } from './connect.ts';
import { connectionEnds } from './connection-ends.ts';
import { connectionPages } from './connections.ts';
import { lookPages } from './look.ts';
import { members } from './members.ts';
import { reviews } from './reviews.ts';
import { settingsPages } from './settings.ts';
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
