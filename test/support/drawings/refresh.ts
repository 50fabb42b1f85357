/** How long tokens and a grant last, and what a refresh token is good for after it was exchanged. */
import type { Config } from '../../../plugins/settings/config.ts';
import { lasting } from '../manual-tables.ts';
import { drawing, type Look, line, MARGIN, text, tile, WIDTH } from './svg.ts';

const END = WIDTH - MARGIN;
/** When tokens are first issued, and when each refresh token is exchanged for the next. */
const TIMES = [MARGIN, 122, 228] as const;
const ACCESS = 112;
const GRACE = 46;

const bar = (y: number, from: number, to: number, label: string, look: Look): string =>
  tile([from + 1, y, to - from - 2, 22], label, look, false);
const heading = (y: number, content: string): string => text(MARGIN, y, content, { bold: true, halo: true });

export function refresh(lifetimes: Config['lifetimes']): string {
  const [first, second, third] = TIMES;
  const access = `Access tokens: ${lasting(lifetimes.accessToken)} each`;
  const tokens = `each for one refresh, ${lasting(lifetimes.refreshIdle)} without use`;
  const grant = `${lasting(lifetimes.refreshAbsolute)}, however often it is refreshed`;
  const again = [
    ['soft', 'R2', `the same again, for ${lasting(lifetimes.refreshRepeat)} at most`],
    ['warn', 'R2', `the same again, for ${lasting(lifetimes.refreshGrace)} more`],
    ['bad', 'reuse', 'the grant ends, with its tokens'],
  ] as const;
  const [unused, used, reused] = again.map(([, word, meaning]) => `${word}, ${meaning}`);
  const description =
    `Grant: ${grant}. ${access}. Refresh tokens: ${tokens}; R1 is exchanged for R2, and R2 for R3. If R1 comes again ` +
    `before R2 is used: ${unused}; after R2 was used: ${used}; later: ${reused}.`;
  return drawing('How long tokens last, and what comes of one that is used again', description, 458, [
    ...TIMES.map((x) => line([x, 36], [x, 336], '3 4')),
    text(first, 26, 'sign-in'),
    text(second, 26, 'R1 for R2', { anchor: 'middle' }),
    text(third, 26, 'R2 for R3', { anchor: 'middle' }),
    heading(58, 'Grant'),
    bar(66, first, END, grant, 'soft'),
    heading(116, access),
    ...TIMES.map((x, index) => bar(124 + index * 25, x, x + ACCESS, `A${index + 1}`, 'soft')),
    heading(226, 'Refresh tokens'),
    text(MARGIN, 244, tokens, { colour: 'muted', halo: true }),
    ...TIMES.map((x, index) => bar(252, x, TIMES[index + 1] ?? END, `R${index + 1}`, 'strong')),
    heading(304, 'If R1 comes again'),
    bar(312, second, third, 'R2', 'soft'),
    bar(312, third, third + GRACE, 'R2', 'warn'),
    bar(312, third + GRACE, END, 'reuse', 'bad'),
    ...again.flatMap(([look, word, meaning], index) => [
      bar(346 + index * 26, first - 1, first + GRACE, word, look),
      text(first + GRACE + 10, 362 + index * 26, meaning),
    ]),
    text(MARGIN, 444, 'Not to scale.', { colour: 'muted' }),
  ]);
}
