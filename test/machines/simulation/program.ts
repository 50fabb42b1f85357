/** What is bundled: runs episodes that come in as lines of JSON, and answers each with a line of JSON. */
import { createInterface } from 'node:readline';
import { type EpisodeOptions, runEpisode } from './episode.ts';
import { Unanswered } from './scheduler.ts';

// What asks two things at once hears of the second only after the first. The process may end in between.
process.on('unhandledRejection', (error) => {
  if (!(error instanceof Unanswered)) throw error;
});

for await (const line of createInterface({ input: process.stdin })) {
  const outcome = await runEpisode(JSON.parse(line) as EpisodeOptions);
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
process.exit();
