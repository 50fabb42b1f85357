/** Writing and craft at Riverside Academy. */
import type { CourseOutline } from '../outline.ts';
import { craft, writing } from './subjects.ts';

export const WRITING_AND_CRAFT: readonly CourseOutline[] = [
  writing(
    ['stories', 'Short Stories That End', 'Twelve exercises and one finished story'],
    [5900, 720],
    {
      Beginning: 'Start later than you think | A room, two people, one secret',
      Middle: 'What does she want? | Dialogue with the sound off | Cutting the best line',
      End: 'Earned surprises | Reading aloud',
    },
    { featured: true },
  ),
  writing(
    ['poems', 'Reading Poems Slowly', 'One poem a week, no exam'],
    [0, 810],
    {
      Listening: 'Where the line breaks | Metre for people who fear metre',
      'Looking again': 'A sonnet with a crack in it | Translations side by side',
    },
    { type: 'public_access' },
  ),
  writing(
    ['memoir', 'Writing a Family Memoir', 'Boxes, letters, and the aunt who remembers'],
    [7900, 380],
    {
      Gathering: 'What to ask while you can | Photographs as evidence',
      Shaping: 'One year, not a life | Being fair | Names changed',
      Sharing: 'A first reader | Printing thirty copies',
    },
    { accessDays: 365 },
  ),
  writing(
    ['essays', 'The Personal Essay', 'Thinking on paper, in company'],
    [4900, 260],
    {
      'Finding it': 'The question you cannot drop | Scenes before opinions',
      'Making it': 'Turning points | A second thought is the point',
    },
    { accessDays: 90 },
  ),
  writing(['letters', 'Letters Worth Keeping', 'A short course for people with stamps'], [900, 520], {
    Writing: 'Condolence without clichés | Good news, well told',
    Sending: 'Paper and ink | Answering late',
  }),
  craft(['bookbinding', 'Bookbinding at the Kitchen Table', 'Three bindings without a press'], [4500, 590], {
    'Single section': 'Grain direction | Pamphlet stitch',
    'Many sections': 'Kettle stitch | Rounding by hand | Cloth and paste',
    Cases: 'Making a hard cover | Casing in',
  }),
  craft(
    ['pottery', 'Hand-built Pottery', 'No wheel, no hurry'],
    [8900, 480],
    {
      Clay: 'Wedging | Pinch pots',
      Building: 'Coils | Slabs and seams | A lid that fits',
      Fire: 'Glaze, roughly | What the kiln does',
    },
    { accessDays: 365 },
  ),
  craft(['weaving', 'Weaving on a Frame Loom', 'From warp to wall'], [3900, 350], {
    'Setting up': 'Warping evenly | Choosing yarn',
    Weaving: 'Plain weave and its moods | Rya knots | Curves',
  }),
  craft(
    ['natural-dyes', 'Dyeing with Plants', 'Onion skins, madder, woad and walnut'],
    [5500, 150],
    {
      Mordants: 'Alum and safety | Protein and cellulose',
      Colours: 'Yellow is easy | A true red | The magic of blue',
    },
    { accessDays: 120 },
  ),
  craft(['mending', 'Visible Mending', 'Keep the jumper you love'], [0, 670], {
    Darning: 'A mushroom and a needle | Wool over wool',
    Patching: 'Sashiko on denim | Elbows',
  }),
  craft(['spoons', 'Carving Spoons from Green Wood', 'An axe, a knife and a branch'], [6500, 120], {
    Safety: 'Five grips you need | Keeping an edge',
    'The spoon': 'Axe work | The bowl | Oil and use',
  }),
];
