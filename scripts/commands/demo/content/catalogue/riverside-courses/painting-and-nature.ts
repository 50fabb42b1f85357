/** Painting, drawing and nature at Riverside Academy. */
import type { CourseOutline } from '../outline.ts';
import { nature, painting } from './subjects.ts';

export const PAINTING_AND_NATURE: readonly CourseOutline[] = [
  painting(
    ['watercolour', 'Watercolour for Beginners', 'From the first flat wash to a finished sheet'],
    [4900, 840],
    {
      'Before the first wash': 'Paper, brushes and paints | A flat wash | A graded wash',
      'Water decides': 'Wet on wet | Lifting and softening | Mixing greens that look alive',
      'A finished sheet': 'One pear, three colours | A sky in ten minutes | Framing your work',
    },
    { featured: true },
  ),
  nature(
    ['botany', 'Field Botany', 'Know sixty wild plants by leaf, flower and place'],
    [6900, 790],
    {
      'Learning to look': 'Leaves and how they sit | Counting petals | Using a key without despair',
      'Families you meet everywhere':
        'Daisies are not one flower | Mints and their square stems | Carrots and hemlocks',
      'Through the year': 'Winter twigs | Spring woodland floors | A herbarium of your own',
    },
    { featured: true, accessDays: 365 },
  ),
  painting(['drawing', 'Drawing What You See', 'Line, weight and patience with a pencil'], [3900, 760], {
    'The hand': 'Holding a pencil loosely | Contour without looking',
    'The eye': 'Negative space | Measuring with a thumb | Light from one side',
    Subjects: 'Kettles and cups | Hands | A chair in a room',
  }),
  painting(
    ['oils', 'Oil Painting in Six Sittings', 'A still life, slowly and properly'],
    [12900, 640],
    {
      Preparation: 'Stretching and priming | Four pigments are enough',
      Painting: 'Underpainting in umber | Blocking in | Edges lost and found',
      Finishing: 'Glazes | Varnish and waiting',
    },
    { accessDays: 730 },
  ),
  painting(['gouache', 'Gouache Travel Journals', 'A small tin, a small book, a train window'], [2900, 420], {
    'The kit': 'What fits in a pocket | Opaque over dark',
    'On the road': 'Stations and strangers | Twenty-minute landscapes | Lettering the page',
  }),
  painting(
    ['portrait', 'Portraits in Charcoal', 'Likeness comes last'],
    [5900, 310],
    {
      Structure: 'The skull beneath | Planes of the head',
      Likeness: 'Eyes are spheres | The silent mouth | Hair as mass',
      Sitting: 'Working from life | Knowing when to stop',
    },
    { accessDays: 180 },
  ),
  painting(['colour', 'Colour Theory without Tears', 'Why mud happens and how to avoid it'], [0, 700], {
    Seeing: 'Hue, value, chroma | Colour is relative',
    Mixing: 'Complements make greys | A limited palette | Charts worth painting',
  }),
  nature(
    ['birds', 'Birdsong by Ear', 'Thirty common voices before breakfast'],
    [3900, 560],
    {
      'Garden voices': 'Robin, wren, blackbird | Who sings in winter',
      Woodland: 'Warblers one by one | Drumming and tapping',
      Practice: 'The dawn chorus, layer by layer | Keeping a sound diary',
    },
    { accessDays: 365 },
  ),
  nature(
    ['mushrooms', 'Mushrooms for the Careful', 'Names first, baskets later'],
    [5900, 450],
    {
      'What a mushroom is': 'The part you do not see | Gills, pores, teeth | Spore prints at home',
      'Never eat these': 'Death caps and their doubles | Webcaps',
      'Out and about': 'Oak, birch and their guests | Recording a find',
    },
    { accessDays: 180 },
  ),
  nature(['trees', 'Trees of the River Valley', 'Bark, bud and silhouette'], [0, 620], {
    'In leaf': 'Willows and poplars | Alders by the water',
    'In winter': 'Reading bark | Buds with a hand lens | How old is it?',
  }),
  nature(['ponds', 'Life in a Pond', 'A bucket, a lens and an afternoon'], [1900, 230], {
    Dipping: 'A net and a white tray | Leaving no trace',
    'Who is who': 'Dragonfly nymphs | Water fleas and rotifers | Newts in spring',
  }),
  nature(['mosses', 'A Year of Mosses', 'Small forests at the foot of walls'], [2900, 45], {
    'Getting close': 'Hand lens technique | Cushions and carpets',
    'On site': 'Roofs and gutters | Bogs',
  }),
];
