/**
 * Admin operations for the sections and lectures of a course. New ones always go last, and any change to the set of
 * published lectures recalculates students' progress; reordering is in `outline.ts`.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeIdentifier } from '../../../../schema/credential.ts';
import { defineOperation, type Input, type Operation, type Operator } from '../../../../schema/school/operation.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { type Resource, rowOfCreation } from '../../../../schema/school/resource.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { lecture, section } from '../../../../schema/school/resources/curriculum.ts';
import { assetReferences } from '../engine/asset-references.ts';
import { type CrudRules, crud } from '../engine/crud.ts';
import { type Row, resourceRows, type Step } from '../engine/resource-rows.ts';
import { outlineOperations } from './outline.ts';
import { withinTaughtCourses } from './taught-courses.ts';

export function curriculumOperations(app: FastifyInstance): Operation[] {
  const { outlines } = app.school;
  const { requireEmpty, forgetWatched, placeSection, placeLecture } = outlines.steps;
  const { recount } = app.school.enrollments.steps;
  const visibility = withinTaughtCourses(app);
  const courses = resourceRows(app, course, undefined, withinTaughtCourses(app, 'id'));
  const sections = resourceRows(app, section, undefined, visibility);
  const lectures = resourceRows(app, lecture, undefined, visibility);
  const only = ['get', 'update', 'delete'] as const;

  const sectionRules: CrudRules = {
    only,
    visibility,
    deletion: 'Refused while it contains lectures.',
    whyNotDeletable: async ({ siteId }, { id }) =>
      (await app.school.records('lectures').findBy(siteId, { sectionId: id })) &&
      'the section contains lectures; move or delete them first',
    onCreateOrDelete: async ({ siteId }, { id, courseId }) => requireEmpty(siteId, String(courseId), String(id)),
  };
  const media = assetReferences(app, 'mediaAssetId');
  const lectureRules: CrudRules = {
    only,
    visibility,
    check: async ({ siteId }, row, before) => media.check(siteId, row, before),
    onUpdate: async ({ siteId, now }, row, before) => [
      ...media.hold(siteId, row, before),
      ...(row.status === before.status ? [] : recount(siteId, String(row.courseId), now)),
    ],
    onCreateOrDelete: async ({ siteId, now }, row) => [
      ...forgetWatched(siteId, String(row.courseId), String(row.id)),
      ...(row.status === 'published' ? recount(siteId, String(row.courseId), now) : []),
    ],
  };

  /** Stores a new row behind its siblings. */
  async function append(
    operator: Operator,
    resource: Resource,
    { above, input, place }: { above: Row; input: Input; place(id: string, row: Row): Step[] },
  ): Promise<Row> {
    const { now, siteId } = operator;
    const id = makeIdentifier(resource.prefix);
    const row = { id, siteId, ...rowOfCreation(resource, input), ...above, createdAt: now, updatedAt: now };
    const stored = resource === section ? sections : lectures;
    await media.check(siteId, row);
    try {
      const event = stored.eventOf(operator, 'resource_created', id, { after: row });
      await stored.rows().insert(siteId, { ...row, position: 0 }, event, ...place(id, row), ...media.hold(siteId, row));
    } catch (error) {
      if (!(error instanceof Error && error.name === 'TakenError')) throw error;
      // It is what it refers to, or what it goes into, that was missing, or full.
      await media.check(siteId, row);
      await courses.find(operator, above.courseId);
      if (above.sectionId !== undefined) await sections.find(operator, above.sectionId);
      throw new ProblemError('conflict', `the course has reached the maximum number of ${resource.many}`);
    }
    return stored.show(operator, await stored.find(operator, id));
  }

  const createSection = defineOperation({
    name: 'create_section',
    summary: 'Create a section',
    description: 'Adds an empty section at the end of a course and returns it. A course can have up to 200 sections.',
    scope: 'curriculum:write',
    input: section.creation.extend({ id: z.string().min(1).max(100).describe('The id or slug of the course') }),
    output: section.output,
    rest: { method: 'POST', path: '/courses/:id/sections', status: 201 },
    async run(operator, { id, ...input }) {
      const courseId = String((await courses.find(operator, id)).id);
      const place = (one: string): Step[] => placeSection(operator.siteId, courseId, one);
      return append(operator, section, { above: { courseId }, input, place });
    },
  });

  const createLecture = defineOperation({
    name: 'create_lecture',
    summary: 'Create a lecture',
    description:
      'Adds a lecture at the end of a section and returns it; a draft by default. A course can have up to 1000 lectures.',
    scope: 'curriculum:write',
    input: lecture.creation.extend({ id: z.string().min(1).max(100).describe('The id of the section') }),
    output: lecture.output,
    rest: { method: 'POST', path: '/sections/:id/lectures', status: 201 },
    async run(operator, { id, ...input }) {
      const above = await sections.find(operator, id);
      const [sectionId, courseId] = [String(above.id), String(above.courseId)];
      const place = (one: string, { status }: Row): Step[] => [
        ...placeLecture(operator.siteId, courseId, sectionId, one),
        ...(status === 'published' ? recount(operator.siteId, courseId, operator.now) : []),
      ];
      return append(operator, lecture, { above: { courseId, sectionId }, input, place });
    },
  });

  return [
    ...outlineOperations(app, { courses, lectures }),
    createSection,
    ...crud(app, section, sectionRules),
    createLecture,
    ...crud(app, lecture, lectureRules),
  ];
}
