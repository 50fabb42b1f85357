/**
 * Admin operations for the sections and lectures of a course. New ones go last, and every change to the set of
 * published lectures recalculates the students' progress. Reordering is in `outline.ts`.
 */
import type { FastifyInstance } from 'fastify';
import { makeIdentifier } from '../../../../schema/credential.ts';
import {
  defineOperation,
  type Input,
  type Operator,
  type SensitiveInput,
} from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { rowOfCreation } from '../../../../schema/school/resource.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { lecture, section } from '../../../../schema/school/resources/curriculum.ts';
import { TakenError } from '../../../../schema/school/taken-error.ts';
import type { Step } from '../../stores.ts';
import { assetReferences } from '../engine/asset-references.ts';
import { resourceOperations } from '../engine/crud.ts';
import {
  type Draft,
  keyOf,
  type ResourceRows,
  type RowFor,
  resourceRows,
  withinTaughtCourses,
} from '../engine/resource-rows.ts';
import { outlineOperations } from './outline.ts';

export const curriculumOperations = (app: FastifyInstance) => [
  ...outlineOperations(app),
  ...sectionOperations(app),
  ...lectureOperations(app),
];

const courseIsFull = (contents: string): ProblemError =>
  new ProblemError('conflict', `the course has reached the maximum number of ${contents}`);

function sectionOperations(app: FastifyInstance) {
  const { requireEmpty } = app.school.outlines.steps;
  const sections = resourceOperations(app, section, { visibility: withinTaughtCourses(app) });
  return [
    createSectionOperation(app, sections),
    sections.get('get_section'),
    sections.update('update_section'),
    sections.delete('delete_section', {
      description: 'Refused while it contains lectures.',
      whyNotDeletable: async ({ siteId }, { id }) =>
        (await app.school.records('lectures').findBy(siteId, { sectionId: id })) &&
        'the section contains lectures; move or delete them first',
      onDelete: async ({ siteId }, { id, courseId }) => requireEmpty(siteId, courseId, id),
    }),
  ];
}

function createSectionOperation(app: FastifyInstance, sections: ResourceRows<typeof section>) {
  const { placeSection } = app.school.outlines.steps;
  const courses = resourceRows(app, course, { visibility: withinTaughtCourses(app, 'id') });
  return defineOperation({
    name: 'create_section',
    summary: 'Create a section',
    description: 'Adds an empty section at the end of a course and returns it. A course can have up to 200 sections.',
    scope: 'curriculum:write',
    input: section.creation.extend(keyOf(course)),
    output: section.output,
    rest: { method: 'POST', path: '/courses/:id/sections', status: 201 },
    async run(operator, { id: courseKey, title }) {
      const { now, siteId } = operator;
      const { id: courseId } = await courses.find(operator, courseKey);
      const id = makeIdentifier(section.prefix);
      const row = { id, siteId, title, courseId, createdAt: now, updatedAt: now };
      try {
        const event = sections.eventOf(operator, 'resource_created', id, { after: row });
        await sections.store.insert(siteId, { ...row, position: 0 }, event, ...placeSection(siteId, courseId, id));
      } catch (error) {
        if (!(error instanceof TakenError)) throw error;
        // The course has been deleted, or it is full.
        await courses.find(operator, courseId);
        throw courseIsFull(section.many);
      }
      return sections.show(operator, await sections.find(operator, id));
    },
  });
}

const isPreview = ({ freePreview, status }: Input): boolean => freePreview === true && status === 'published';

/** Strangers can read the text of a published preview. */
const PREVIEW: SensitiveInput = {
  words: 'a lecture that everyone can preview',
  isGiven: (input, before) => isPreview({ ...before, ...input }) || (before !== undefined && isPreview(before)),
};

type LectureRow = RowFor<typeof lecture>;
type NewLecture = Draft<typeof lecture> & Pick<LectureRow, 'id' | 'courseId' | 'sectionId'>;
type MediaReferences = ReturnType<typeof assetReferences<'mediaAssetId'>>;

function lectureOperations(app: FastifyInstance) {
  const { forgetWatched } = app.school.outlines.steps;
  const lectures = resourceOperations(app, lecture, { visibility: withinTaughtCourses(app) });
  const media = assetReferences(app, 'mediaAssetId');
  return [
    createLectureOperation(app, lectures, media),
    lectures.get('get_lecture'),
    lectures.update('update_lecture', {
      personDecidesOn: PREVIEW,
      async check({ siteId }, row, before) {
        requireOneRelease(row);
        await media.check(siteId, row, before);
      },
      onUpdate: async (operator, row, before) => [
        ...media.lockSteps(operator.siteId, row, before),
        ...recountIf(row.status !== before.status, app, operator, row.courseId),
      ],
    }),
    lectures.delete('delete_lecture', {
      onDelete: async (operator, { id, courseId, status }) => [
        ...forgetWatched(operator.siteId, courseId, id),
        ...recountIf(status === 'published', app, operator, courseId),
      ],
    }),
  ];
}

/**
 * @throws {ProblemError} `invalid-input` if the lecture is released both at a time and after days, or after days
 * although everybody may preview it
 */
function requireOneRelease({ freePreview, releaseAt, releaseAfterDays }: Draft<typeof lecture>): void {
  if (releaseAfterDays == null || (releaseAt == null && freePreview !== true)) return;
  const message = releaseAt == null ? 'must be null for a free preview' : 'must be null if releaseAt is set';
  throw invalidInput([{ path: 'releaseAfterDays', code: 'unexpected', message }]);
}

/** Steps that recalculate the students' progress, which depends on the published lectures only. */
const recountIf = (
  isAffected: boolean,
  app: FastifyInstance,
  { siteId, now }: Operator,
  courseId: string,
): readonly Step[] => (isAffected ? app.school.enrollments.steps.recount(siteId, courseId, now) : []);

function createLectureOperation(app: FastifyInstance, lectures: ResourceRows<typeof lecture>, media: MediaReferences) {
  const { placeLecture } = app.school.outlines.steps;
  const courses = resourceRows(app, course, { visibility: withinTaughtCourses(app, 'id') });
  const sections = resourceRows(app, section, { visibility: withinTaughtCourses(app) });

  /** Inserts a lecture at the end of its section. */
  async function insert(operator: Operator, row: NewLecture): Promise<void> {
    const { siteId } = operator;
    const { id, courseId, sectionId } = row;
    await lectures.store.insert(
      siteId,
      { ...row, position: 0 },
      lectures.eventOf(operator, 'resource_created', id, { after: row }),
      ...placeLecture(siteId, courseId, sectionId, id),
      ...recountIf(row.status === 'published', app, operator, courseId),
      ...media.lockSteps(siteId, row),
    );
  }

  return defineOperation({
    name: 'create_lecture',
    personDecidesOn: PREVIEW,
    summary: 'Create a lecture',
    description:
      'Adds a lecture at the end of a section and returns it; a draft by default. A course can have up to 1000 lectures.',
    scope: 'curriculum:write',
    input: lecture.creation.extend(keyOf(section)),
    output: lecture.output,
    rest: { method: 'POST', path: '/sections/:id/lectures', status: 201 },
    async run(operator, { id: sectionKey, ...input }) {
      const { now, siteId } = operator;
      const { id: sectionId, courseId } = await sections.find(operator, sectionKey);
      const id = makeIdentifier(lecture.prefix);
      const columns = lectures.columnsFrom(rowOfCreation(lecture, input));
      const row = { ...columns, id, siteId, courseId, sectionId, createdAt: now, updatedAt: now };
      requireOneRelease(row);
      await media.check(siteId, row);
      try {
        await insert(operator, row);
      } catch (error) {
        if (!(error instanceof TakenError)) throw error;
        // The media file, the course or the section has been deleted, or the course is full.
        await media.check(siteId, row);
        await courses.find(operator, courseId);
        await sections.find(operator, sectionId);
        throw courseIsFull(lecture.many);
      }
      return lectures.show(operator, await lectures.find(operator, id));
    },
  });
}
