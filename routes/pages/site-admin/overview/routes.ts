/** The first admin page of a school: what needs the person, the figures of the last days, and the latest events. */
import type { FastifyInstance } from 'fastify';
import { sendPage } from '../../kit/sending.ts';
import { namedIn } from '../audit/sentences.ts';
import { adminFrame, at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { figuresOf } from './figures.ts';
import { firstSteps } from './first-steps.ts';
import { needsOf, ownNeeds } from './needs.ts';
import { adminOverviewPage, type LatestEvents } from './view.ts';

const LATEST = 10;

export function overview(app: FastifyInstance, pages: SiteAdminPages): void {
  const steps = firstSteps(app, pages);

  pages.operators.get(SCHOOL, async (signedIn, reply) => {
    const { membership } = signedIn;
    const [own, apps] = await Promise.all([
      ownNeeds(app, signedIn),
      app.oauth.connections.usedAt(membership.siteId, app.clock()),
    ]);
    const first = await steps.of(signedIn, own, apps.count);
    const [needs, figures, latest] = await Promise.all([
      // The first steps contain what the person has to set up.
      needsOf(app, signedIn, apps, first === undefined ? own : undefined),
      figuresOf(app, signedIn, apps),
      latestEvents(app, signedIn),
    ]);
    const page = adminOverviewPage(adminFrame(signedIn, ''), {
      schoolName: membership.siteName,
      role: membership.role,
      base: at(signedIn),
      csrf: signedIn.csrf,
      steps: first,
      needs,
      figures,
      latest,
    });
    return sendPage(reply, page, 'own');
  });
}

/** Reads the newest events for those who may see the audit log. */
async function latestEvents(
  { audit: { log } }: FastifyInstance,
  { manages, membership: { siteId, timezone } }: OperatorRequest,
): Promise<LatestEvents | undefined> {
  if (!manages) return undefined;
  const entries = await log.page(siteId, {}, LATEST);
  return {
    entries,
    names: await log.namesOf(siteId, entries.flatMap(namedIn), entries.at(-1)?.id),
    timeZone: timezone,
  };
}
