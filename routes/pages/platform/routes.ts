/** Registers the pages about all schools, for the people who run the platform. */
import type { FastifyInstance } from 'fastify';
import { attemptPages } from '../attempts/page.ts';
import { showFailures } from '../kit/sending.ts';
import { accountPages } from '../site-admin/accounts/routes.ts';
import { reviewPages } from '../site-admin/reviews/routes.ts';
import { ACCOUNTS, ATTEMPTS, PLATFORM, platformPages, platformPlace, REGISTRATIONS, REVIEWS } from './operator.ts';
import { registrations } from './registrations.ts';
import { schoolPages } from './school.ts';
import { creation, listOfSchools } from './schools.ts';

export default async function platformSurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  const pages = platformPages(app);
  const place = platformPlace(pages, PLATFORM);
  listOfSchools(app, place);
  creation(app, place, schoolPages(app, place));
  attemptPages(app, platformPlace(pages, ATTEMPTS), { at: ATTEMPTS, address: () => ATTEMPTS });
  registrations(app, platformPlace(pages, REGISTRATIONS));
  reviewPages(app, platformPlace(pages, REVIEWS), () => undefined);
  accountPages(app, platformPlace(pages, ACCOUNTS));
}
