/** The courses of Riverside Academy. */
import { type CourseOutline, coursesIn } from './outline.ts';

const painting = coursesIn('Painting and Drawing', ['helena'], 'studio');
const nature = coursesIn('Nature', ['mateus'], 'outdoors');
const writing = coursesIn('Writing', ['desmond'], 'words');
const craft = coursesIn('Craft', ['sofie'], 'by-hand');
const photography = coursesIn('Photography', ['yuki'], 'camera');
const past = coursesIn('History', ['desmond', 'ivan'], 'lecture-series');
const science = coursesIn('Science', ['ivan'], 'curiosity');
const kitchen = coursesIn('Kitchen', ['sofie'], 'at-home');

export const RIVERSIDE_COURSES: readonly CourseOutline[] = [
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
  science(
    ['stars', 'The Night Sky without a Telescope', 'Constellations, planets, patience'],
    [0, 740],
    {
      'Where is up': 'The pole and the clock | Finding the ecliptic',
      'What you can see': 'Five planets | The Moon night by night | Meteor showers',
    },
    { type: 'public_access' },
  ),
  science(['weather', 'Reading the Weather', 'Clouds, fronts and the back of the wind'], [2900, 510], {
    Clouds: 'Ten names | What mackerel skies mean',
    Forecasts: 'Isobars | A barometer on the wall | Why forecasts fail',
  }),
  science(
    ['statistics', 'Statistics for the Curious', 'Chance, charts and honest doubt'],
    [6900, 190],
    {
      Chance: 'Coins have no memory | The birthday surprise',
      Data: 'Averages that mislead | Charts that lie | Sampling fish',
      Doubt: 'What a p-value is not | Saying how sure you are',
    },
    { accessDays: 365 },
  ),
  kitchen(['sourdough', 'Sourdough in a Small Kitchen', 'Flour, water, salt and a timetable'], [3500, 610], {
    Starter: 'Day one to day seven | Neglect and rescue',
    Loaf: 'Folds, not kneading | Shaping | A pot instead of an oven',
  }),
  kitchen(
    ['preserves', 'Jam, Pickle, Ferment', 'A shelf for the winter'],
    [2500, 370],
    {
      Sugar: 'Setting point | Marmalade in January',
      'Salt and acid': 'Quick pickles | Sauerkraut | What can go wrong',
    },
    { accessDays: 365 },
  ),
  kitchen(['knives', 'Knife Skills', 'Two knives, one board'], [1500, 440], {
    Knives: 'Choosing | Sharpening on stone',
    Cuts: 'Onions | Herbs without bruises',
  }),
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
