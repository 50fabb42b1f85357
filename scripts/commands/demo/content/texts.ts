/** Text of lectures, posts and pages. */
import type { Row } from './wave.ts';

const TEXT: Record<Row<'lectures'>['kind'], (topic: string, course: string) => string> = {
  video: (topic) =>
    `In this lecture: **${topic}**.\n\nWatch it once without doing anything, then again with your things on the table.`,
  audio: (topic) => `Listen to *${topic}* twice: once with your eyes closed, once with a pencil.`,
  text: (topic, course) =>
    `## ${topic}\n\nThis is the part of *${course}* that people come back to.\n\n1. Read it through.\n2. Try it for ten minutes.\n3. Write down what went wrong; that is what the next lecture is about.\n\n> Slow is smooth, and smooth is soon enough.`,
  file: (topic) => `The worksheet for **${topic}**. Print it on both sides; a black and white printer will do.`,
  quiz: (topic) => `Five questions on *${topic}*. There is no mark: whoever gets all of them right has gone too fast.`,
  live: (topic) => `We meet online for **${topic}**. Bring a question. The recording stays here afterwards.`,
};

export const lectureText = (kind: Row<'lectures'>['kind'], topic: string, course: string): string =>
  TEXT[kind](topic, course);

export const postText = (title: string, school: string): string =>
  `# ${title}\n\nDear all,\n\nthere is news from ${school}, and as always it begins with a cup of tea in the kitchen.\n\n- What we did\n- What we learned\n- What comes next\n\nIf you have something to add, write to us: we read every letter.\n\n[All courses](/courses)`;

export const excerptOf = (title: string): string => `${title}: a short note, with a list and a cup of tea.`;
