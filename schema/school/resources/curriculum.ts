/**
 * The sections and lectures of a course, and the outline that shows them in order. A lecture belongs to one section,
 * and positions change only through the reordering and moving operations.
 */
import { z } from 'zod';
import { flag, instant, integer, line, oneOf, optional, placed, prose, reference, shown, usually } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { typeNames } from '../type-names.ts';

const position = placed(integer(0, 1_000_000, { description: 'Its place among its siblings, from 0 on' }));
const courseId = shown(reference({ description: 'The course' }));

export const section = defineResource({
  one: 'section',
  many: 'sections',
  table: 'sections',
  prefix: 'sec',
  summary: 'The parts of a course.',
  read: 'curriculum:read',
  write: 'curriculum:write',
  fields: {
    courseId,
    title: line(200, { description: 'What it is called' }),
    position,
  },
});

export const lecture = defineResource({
  one: 'lecture',
  many: 'lectures',
  table: 'lectures',
  prefix: 'lec',
  summary: 'What is taught in a section, one thing at a time.',
  read: 'curriculum:read',
  write: 'curriculum:write',
  fields: {
    courseId,
    sectionId: placed(reference({ description: 'The section; changed by move_lecture' })),
    title: line(200, { description: 'What it is called' }),
    kind: oneOf(['video', 'audio', 'text', 'file', 'quiz', 'live'], { description: 'What it is' }),
    durationSeconds: usually(0, integer(0, 1_000_000, { description: 'How long it takes' })),
    contentMarkdown: usually('', prose(100_000, { description: 'Markdown' })),
    mediaAssetId: optional(reference({ description: 'The asset with the recording or the file' })),
    freePreview: usually(false, flag({ description: 'Shown to those who are not enrolled' })),
    releaseAt: optional(instant({ description: 'Closed to students until then' })),
    position,
    status: usually('draft', oneOf(['draft', 'published'], { description: 'Drafts are not shown to students' })),
  },
});

/** A lecture where many are shown: without its text. */
const outlined = lecture.output.omit({ contentMarkdown: true, courseId: true, sectionId: true });

export const outline = z
  .object({
    courseId: z.string().describe('The course'),
    sections: z
      .array(section.output.omit({ courseId: true }).extend({ lectures: z.array(outlined).describe('In order') }))
      .describe('In order'),
  })
  .register(typeNames, { id: 'Outline' });
