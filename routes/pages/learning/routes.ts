/** Registers the pages of a member at a school: courses, orders, events and files. */
import type { FastifyInstance } from 'fastify';
import { showFailures } from '../kit/sending.ts';
import { courseList, coursePage, learningHome, offerPage } from './courses.ts';
import { eventForms, eventPage } from './event.ts';
import { eventList } from './events.ts';
import { filePages } from './files.ts';
import { lecturePages } from './lectures.ts';
import { memberPages } from './member-place.ts';
import { orderPage } from './orders.ts';

export default async function learningSurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  const pages = memberPages(app);
  const all = [
    learningHome,
    courseList,
    coursePage,
    offerPage,
    lecturePages,
    orderPage,
    eventList,
    eventPage,
    eventForms,
    filePages,
  ];
  for (const register of all) register(app, pages);
}
