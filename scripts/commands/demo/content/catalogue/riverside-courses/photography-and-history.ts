/** Photography and history at Riverside Academy. */
import type { CourseOutline } from '../outline.ts';
import { past, photography } from './subjects.ts';

export const PHOTOGRAPHY_AND_HISTORY: readonly CourseOutline[] = [
  photography(
    ['photo', 'Photography Basics', 'Light first, settings second'],
    [4900, 690],
    {
      'The camera': 'Aperture in one picture | Shutter and shake | What ISO costs',
      'The light': 'Windows | The golden hour is two',
      'The picture': 'Edges of the frame | Choosing one of forty',
    },
    { featured: true },
  ),
  photography(
    ['street', 'Street Photography with Manners', 'Strangers, law and kindness'],
    [3900, 330],
    {
      Courage: 'A corner and an hour | Asking, and not asking',
      Seeing: 'Layers | Shadows as subject',
    },
    { accessDays: 180 },
  ),
  photography(
    ['darkroom', 'The Darkroom Returns', 'Develop a film in your bathroom'],
    [7500, 210],
    {
      Film: 'Loading a reel blind | Developer, stop, fix',
      Print: 'The test strip | Dodging and burning | Washing and drying',
    },
    { accessDays: 365 },
  ),
  photography(['macro', 'Close-up in the Garden', 'Insects at their own height'], [2900, 90], {
    Gear: 'Extension tubes | A piece of white card',
    Subjects: 'Bees at work | Dew at six in the morning',
  }),
  past(['river', 'A History of the River', 'Mills, floods, bridges and the people between'], [3900, 540], {
    'Water power': 'The first mills | Weirs and quarrels',
    Crossing: 'Ferries | The bridge of 1781',
    Floods: 'Marks on the church wall | Living with water today',
  }),
  past(['maps', 'How to Read Old Maps', 'What they knew, guessed and left out'], [2900, 400], {
    Making: 'Chains and theodolites | Copper plates',
    Reading: 'Scale before standards | Monsters and advertisements | Your street in 1850',
  }),
  past(
    ['archives', 'Family History in the Archives', 'From a name to a life'],
    [5900, 280],
    {
      Starting: 'Work backwards | Registers and their gaps',
      Reading: 'Old hands | Latin for five words',
      Keeping: 'Citing so that you find it again | When to stop',
    },
    { accessDays: 180 },
  ),
];
