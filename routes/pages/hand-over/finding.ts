/** What a check of an application found. */
import type { Text } from '../../words/index.ts';

type TestText = Text['handOver']['test'];

/** One thing that was looked at, with a sentence in the language of the reader. */
export interface Finding {
  outcome: 'held' | 'failed' | 'noted';
  title: (text: TestText) => string;
  sentence: (text: TestText) => string;
  /** The error as the app gets it, which is in English. */
  error?: { code: string; description: string };
}
