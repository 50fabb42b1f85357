/**
 * The sections and lectures of a course, and the outline that shows them in order. A lecture belongs to one section,
 * and positions change only through the reordering and moving operations.
 */
import { z } from 'zod';
import {
  asMarkdown,
  flag,
  instant,
  integer,
  line,
  oneOf,
  optional,
  positional,
  prose,
  readOnly,
  reference,
  withDefault,
} from '../fields.ts';
import { defineResource } from '../resource.ts';
import { typeNames } from '../type-names.ts';

const position = positional(
  integer(0, 1_000_000, { description: 'Zero-based position among its siblings; read-only' }),
);
const courseId = readOnly(reference({ description: 'The course' }));

export const section = defineResource({
  one: 'section',
  many: 'sections',
  table: 'sections',
  prefix: 'sec',
  summary: 'Lists the sections of a course.',
  read: 'curriculum:read',
  write: 'curriculum:write',
  fields: {
    courseId,
    title: line(200, { description: 'Title' }),
    position,
  },
});

export const lecture = defineResource({
  one: 'lecture',
  many: 'lectures',
  table: 'lectures',
  prefix: 'lec',
  summary: 'Lists the lectures of a section.',
  read: 'curriculum:read',
  write: 'curriculum:write',
  fields: {
    courseId,
    sectionId: positional(reference({ description: 'Section of the lecture; changed by move_lecture' })),
    title: line(200, { description: 'Title' }),
    kind: oneOf(['video', 'audio', 'text', 'file', 'quiz', 'live'], {
      description:
        'Type of content; quiz: questions in the text or behind a link, whose answers and marks are not kept here',
    }),
    durationSeconds: withDefault(0, integer(0, 1_000_000, { description: 'Duration in seconds' })),
    contentMarkdown: withDefault('', asMarkdown(prose(100_000, { description: 'Markdown' }))),
    mediaAssetId: optional(reference({ description: 'Asset id of the recording or file' })),
    freePreview: withDefault(false, flag({ description: 'Whether people who are not enrolled can view it' })),
    releaseAt: optional(instant({ description: 'Not available to students before this time' })),
    releaseAfterDays: optional(
      integer(0, 3650, {
        description:
          "Days after the start of each student's access before which the lecture is not available to them; not together with releaseAt",
      }),
    ),
    position,
    status: withDefault(
      'draft',
      oneOf(['draft', 'published'], { description: 'Students see published lectures only' }),
    ),
  },
});

/** A lecture in an outline: without its text. */
const outlined = lecture.output
  .omit({ contentMarkdown: true, courseId: true, sectionId: true })
  .register(typeNames, { id: 'OutlinedLecture' });

export const outline = z
  .object({
    courseId: z.string().describe('The course'),
    sections: z
      .array(
        section.output.omit({ courseId: true }).extend({ lectures: z.array(outlined).describe('Lectures, in order') }),
      )
      .describe('Lectures, in order'),
  })
  .register(typeNames, { id: 'Outline' });
