/** Registers the pages of a member at a school: courses, orders, events and files. */
import type { FastifyInstance } from 'fastify';
import { showFailures } from '../kit/sending.ts';
import { courseList, coursePage, learningHome } from './courses.ts';
import { eventForms, eventList } from './events.ts';
import { filePages } from './files.ts';
import { memberPages } from './member-place.ts';
import { orderPage } from './orders.ts';

export default async function learningSurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  const pages = memberPages(app);
  for (const register of [learningHome, courseList, coursePage, orderPage, eventList, eventForms, filePages])
    register(app, pages);
}
