/** The subjects of Riverside Academy, and who usually teaches them. */
import { coursesIn } from '../outline.ts';

export const painting = coursesIn('Painting and Drawing', ['helena'], 'studio');
export const nature = coursesIn('Nature', ['mateus'], 'outdoors');
export const writing = coursesIn('Writing', ['desmond'], 'words');
export const craft = coursesIn('Craft', ['sofie'], 'by-hand');
export const photography = coursesIn('Photography', ['yuki'], 'camera');
export const past = coursesIn('History', ['desmond', 'ivan'], 'lecture-series');
export const science = coursesIn('Science', ['ivan'], 'curiosity');
export const kitchen = coursesIn('Kitchen', ['sofie'], 'at-home');
