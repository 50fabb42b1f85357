/** Courses of Riverside Academy that are not simply on sale: no longer, not yet, or not for everybody. */
import type { CourseOutline } from '../outline.ts';
import { craft, painting, past, photography, science, writing } from './subjects.ts';

export const EXCEPTIONS: readonly CourseOutline[] = [
  writing(
    ['italic', 'Italic Handwriting', 'The old catalogue’s favourite, no longer sold'],
    [1900, 960],
    {
      Letters: 'Pen angle | Minims | Joins',
      Pages: 'Margins | A manuscript book',
    },
    { status: 'archived' },
  ),
  photography(
    ['slides', 'Scanning Slides and Negatives', 'Replaced by The Darkroom Returns'],
    [1900, 930],
    {
      Scanning: 'Dust first | Resolution you need',
      Keeping: 'File names | Three copies',
    },
    { status: 'archived' },
  ),
  science(
    ['bees', 'Beekeeping, a First Season', 'Opens in spring: places can be reserved now'],
    [14900, 30],
    {
      'Before the bees': 'Where to put a hive | Stings and suits',
      'The season': 'A swarm arrives | Reading a frame | Honey, or not yet',
    },
    { type: 'pre_order' },
  ),
  painting(
    ['linocut', 'Linocut in Two Colours', 'In the making'],
    [4500, 0],
    {
      Cutting: 'Tools | Mirror writing',
      Printing: 'Registration | A spoon as a press',
    },
    { status: 'draft' },
  ),
  past(
    ['bridges', 'Bridges and Their Builders', 'In the making'],
    [0, 0],
    {
      Arches: 'Keystones | Falsework',
    },
    { status: 'draft' },
  ),
  craft(
    ['staff', 'Teaching Online: House Rules', 'For lecturers of the academy'],
    [0, 500],
    {
      Recording: 'Sound before picture | Short takes',
      Answering: 'Kind and soon | What to pass on',
    },
    { unlisted: true },
  ),
];
