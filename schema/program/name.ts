/** How the person who reads a text types the commands that it contains. */
import { isSea } from 'node:sea';

/** Commands are written as `npm run keys -- list`, which is `schoolgate keys list` for users of the executable. */
export function withProgramName(text: string): string {
  if (!isSea()) return text;
  return text
    .replaceAll('npm start', 'schoolgate serve')
    .replaceAll(/npm run ([a-z-]+)(?: --(?= |$))?/gm, 'schoolgate $1');
}
