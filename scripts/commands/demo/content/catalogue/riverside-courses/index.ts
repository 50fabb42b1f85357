/** What is taught at Riverside Academy. The place of a course in the list decides what its lectures are like. */
import type { CourseOutline } from '../outline.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { PAINTING_AND_NATURE } from './painting-and-nature.ts';
import { PHOTOGRAPHY_AND_HISTORY } from './photography-and-history.ts';
import { SCIENCE_AND_KITCHEN } from './science-and-kitchen.ts';
import { WRITING_AND_CRAFT } from './writing-and-craft.ts';

export const RIVERSIDE_COURSES: readonly CourseOutline[] = [
  ...PAINTING_AND_NATURE,
  ...WRITING_AND_CRAFT,
  ...PHOTOGRAPHY_AND_HISTORY,
  ...SCIENCE_AND_KITCHEN,
  ...EXCEPTIONS,
];
