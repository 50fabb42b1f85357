/** Science and cooking at Riverside Academy. */
import type { CourseOutline } from '../outline.ts';
import { kitchen, science } from './subjects.ts';

export const SCIENCE_AND_KITCHEN: readonly CourseOutline[] = [
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
];
