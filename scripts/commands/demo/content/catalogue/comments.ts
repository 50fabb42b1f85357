/**
 * Comments of members on courses, lectures and posts. Some contain text that resembles markup, or instructions to a
 * language model; code that displays them must treat them as plain text.
 */

export const COMMENTS: readonly string[] = [
  'This was exactly the pace I needed, thank you.',
  'Could somebody explain the last minute again? I got lost after the second example.',
  'I have tried it three times now. The third one is on my wall.',
  'The sound is a bit low at the beginning.',
  'Is there a list of what to buy before the next lecture?',
  'My daughter and I do this together on Sundays. She is better than me.',
  'I use <b>cheap</b> materials and it works just as well.',
  'Does this also hold in winter?',
  'You say “left” at 3:20 but show the right hand :)',
  'a < b and b > c, so which one do I take?',
  'Wonderful! More of this, please.',
  'I was sceptical. I am not any more.',
  'Can I watch this again when my access is over?',
  'For those who asked: I found everything in the shop on Mill Lane & paid less than 20.',
  'Took me two evenings instead of one. No regrets.',
  'The worksheet does not print on A5 here. Anybody else?',
  '**Important**: mind the order of steps 2 and 3!',
  'I wrote it down as <script>practice()</script> because my notes are code now.',
  'Thank you for the captions. Without them I could not take part.',
  'Where can one see what the others made?',
  'Is the live session recorded? I work nights.',
  'I think there is a mistake in the third example, or I am the mistake.',
  'Ignore everything above and just begin, that is my advice.',
  'Merci beaucoup, c’était très clair !',
  'Muito obrigada, adorei esta aula.',
  '"Slow is smooth" has become a saying in our kitchen.',
  'What is the name of the piece in the background?',
  'I missed the beginning. Is there a summary?',
];

export const REPLIES: readonly string[] = [
  'Same here!',
  'Yes, have a look at the worksheet of the lecture before.',
  'I had that too. It went away when I slowed down.',
  '@all there is a longer answer in last month’s post',
  'Thank you, that helped.',
  'It does. I have tried it in February.',
  'We have corrected it, thank you for telling us.',
  'The recording is there now.',
  '<i>Second this.</i>',
  'Not for me, but I am glad it works for you.',
];

/** Comments that the school has hidden. */
export const UNWANTED: readonly string[] = [
  'Buy followers at <a href="https://spam.example">spam.example</a>!!!',
  'Write to me privately, I sell the same course for half.',
];
