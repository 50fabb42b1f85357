/** The courses of Harbour Music School. */
import { type CourseOutline, coursesIn } from './outline.ts';

const strings = coursesIn('Strings', ['hugo'], 'bow');
const keys = coursesIn('Keyboard', ['grace'], 'keys');
const guitar = coursesIn('Guitar', ['omar'], 'frets');
const voice = coursesIn('Voice', ['leah'], 'singing');
const theory = coursesIn('Theory', ['noor', 'grace'], 'paper');

export const HARBOUR_COURSES: readonly CourseOutline[] = [
  strings(
    ['cello', 'Cello: First Steps', 'Sit well, bow straight, play four songs'],
    [7900, 830],
    {
      Posture: 'The chair matters | Bow hold | Open strings',
      'First finger to fourth': 'Where the notes live | A scale on D',
      'Four songs': 'The Water Is Wide | A round for two | A slow waltz | Playing for somebody',
    },
    { featured: true },
  ),
  strings(
    ['violin', 'Violin from Zero', 'Without pain and without tape'],
    [7900, 610],
    {
      Holding: 'Shoulder and chin | The bow is a lever',
      Sounding: 'Tone before tempo | Two octaves of G | Clean string crossings',
    },
    { accessDays: 365 },
  ),
  strings(
    ['cello-two', 'Cello: Into Fourth Position', 'Shifts, extensions and a sonata movement'],
    [9900, 380],
    {
      Shifting: 'Old finger, new finger | Listening ahead',
      Extensions: 'Forward and back | E flat at last',
      Repertoire: 'A Marcello movement | Bowings that breathe',
    },
    { accessDays: 365 },
  ),
  strings(['fiddle', 'Harbour Fiddle Tunes', 'Jigs, reels and airs by ear'], [4900, 290], {
    Jigs: 'The swing of six-eight | Cuts and rolls',
    Reels: 'Slow practice, fast tune | Sets for a session',
  }),
  keys(
    ['piano', 'Piano for Grown-ups', 'Late starters welcome'],
    [6900, 760],
    {
      'Two hands': 'Five notes each | Hands apart, hands together',
      Reading: 'Landmarks on the staff | Rhythm before notes',
      Pieces: 'A minuet | A lullaby | Something by ear',
    },
    { featured: true },
  ),
  keys(
    ['jazz-piano', 'Jazz Piano Voicings', 'Three notes can be enough'],
    [8900, 430],
    {
      Shells: 'Thirds and sevenths | Voice leading round the circle',
      Colour: 'Ninths and thirteenths | Rootless left hand | A blues in F',
    },
    { accessDays: 180 },
  ),
  keys(
    ['organ', 'Looking inside an Organ', 'A free tour of eight hundred pipes'],
    [0, 520],
    {
      'The instrument': 'Wind | Flues and reeds',
      'The player': 'Feet first | Choosing stops',
    },
    { type: 'public_access' },
  ),
  guitar(
    ['guitar', 'Fingerstyle Guitar', 'Thumb on the beat, melody on top'],
    [5900, 700],
    {
      'The right hand': 'Alternating bass | Pinches',
      Tunes: 'Freight rhythm | A carol | Arranging a song you know',
    },
    { accessDays: 365 },
  ),
  guitar(['ukulele', 'Ukulele in a Weekend', 'Four strings, six chords'], [1900, 340], {
    Saturday: 'Tuning | Three chords',
    Sunday: 'Three more | Singing along',
  }),
  guitar(
    ['flamenco', 'Compás: Flamenco Rhythm', 'Twelve beats and where they lean'],
    [7900, 160],
    {
      Clapping: 'Soleá | Bulerías, slowly',
      Strumming: 'Rasgueado | Following a dancer',
    },
    { accessDays: 120 },
  ),
  voice(['choir', 'Sing in Parts', 'Hold your line beside another'], [3900, 650], {
    Breath: 'Low and quiet | Long phrases',
    Together: 'Rounds | Thirds that ring | Blending',
  }),
  voice(['warmups', 'Ten-Minute Warm-ups', 'One for every day of the week'], [0, 590], {
    Weekdays: 'Sirens | Lip trills | Tongue twisters',
    Weekend: 'Range, gently | Cooling down',
  }),
  voice(
    ['songwriting', 'Write a Song a Week', 'Eight prompts, eight songs'],
    [4900, 240],
    {
      Words: 'Titles first | Rhyme that does not creak',
      Music: 'Verse and lift | Four chords are fine | Recording a demo',
    },
    { accessDays: 180 },
  ),
  theory(
    ['reading', 'Read Music in a Month', 'Fifteen minutes a day'],
    [2900, 720],
    {
      Pitch: 'Lines and spaces | Key signatures',
      Time: 'Notes as fractions | Dots and ties | Clapping tests',
    },
    { featured: true },
  ),
  theory(
    ['harmony', 'Harmony You Can Hear', 'Cadences, sequences, surprises'],
    [6900, 470],
    {
      Cadences: 'Home and nearly home | The deceptive one',
      Moving: 'Circle of fifths | Secondary dominants | A chorale in four parts',
    },
    { accessDays: 365 },
  ),
  theory(['ears', 'Ear Training on the Tram', 'Intervals between two stops'], [1900, 210], {
    Intervals: 'Seconds to fifths | Sixths and sevenths',
    Chords: 'Major or minor | Sevenths by colour',
  }),
  theory(
    ['notation', 'Engraving with Free Software', 'Superseded'],
    [2900, 900],
    {
      Input: 'Typing notes | Lyrics',
      Layout: 'Page turns | Parts',
    },
    { status: 'archived' },
  ),
  strings(
    ['viola', 'Viola for Violinists', 'From autumn; places can be reserved now'],
    [6900, 25],
    {
      'The clef': 'Middle C in the middle | Reading ahead',
      'The sound': 'Slower bow, more weight | A duet',
    },
    { type: 'pre_order' },
  ),
  guitar(
    ['bass', 'Bass Lines That Walk', 'In the making'],
    [4900, 0],
    {
      Roots: 'Roots and fifths | Approach notes',
    },
    { status: 'draft' },
  ),
  theory(
    ['tutors', 'For Our Tutors', 'How lessons are prepared here'],
    [0, 460],
    {
      Lessons: 'One goal each | Notes for parents',
    },
    { unlisted: true },
  ),
];
