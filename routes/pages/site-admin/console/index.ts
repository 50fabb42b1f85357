/** What a school has, by pages. Each area is a declaration (`kit/resource`). */
import type { FastifyInstance } from 'fastify';
import type { SiteAdminPages } from '../operator-pages.ts';
import { commerceAreas } from './commerce.ts';
import { contentAreas } from './content.ts';
import { courseAreas } from './courses.ts';
import { coverForms } from './covers.ts';
import { eventAreas } from './events.ts';
import { fileAreas } from './files.ts';
import { peopleAreas } from './people.ts';
import { consolePlace } from './place.ts';

export function consoleAreas(app: FastifyInstance, pages: SiteAdminPages): void {
  const place = consolePlace(app, pages);
  courseAreas(app, place);
  eventAreas(app, place);
  contentAreas(app, place);
  commerceAreas(app, place);
  peopleAreas(app, place);
  fileAreas(app, place);
  coverForms(app, place);
}
