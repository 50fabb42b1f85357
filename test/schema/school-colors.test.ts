// sqlite
import fc from 'fast-check';
import t from 'tap';
import { colorsOf, colorsPath, contrast, schoolStylesheet } from '../../schema/school/school-colors.ts';
import { holds } from '../support/property.ts';

const CARDS = { light: ['#ffffff', '#f5f8f6', '#eef2f0'], dark: ['#181f1c', '#1f2824', '#0f1412'] } as const;
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** The custom properties of the two schemes. */
function schemesOf(stylesheet: string): Record<keyof typeof CARDS, Map<string, string>> {
  const [light = '', dark = ''] = stylesheet.split('@media (prefers-color-scheme: dark)');
  const read = (css: string) =>
    new Map([...css.matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]));
  return { light: read(light), dark: read(dark) };
}

t.test('whatever colours a school picks, text keeps a contrast ratio of at least 4.5 to 1 [WCAG 2.2 AA]', async (t) => {
  t.equal(contrast('#000000', '#ffffff'), 21);
  t.equal(contrast('#777777', '#777777'), 1);
  await holds(
    t,
    fc.property(hex, hex, (theme, accent) => {
      const schemes = schemesOf(schoolStylesheet({ theme, accent }));
      // What does not depend on the scheme is said once.
      const backgrounds = new Map([...schemes.light].filter(([name]) => !name.startsWith('accent')));
      if (backgrounds.get('fill') !== accent || backgrounds.get('theme') !== theme)
        throw new Error(`${theme} ${accent} are kept as backgrounds`);
      for (const [scheme, cards] of Object.entries(CARDS) as [keyof typeof CARDS, readonly string[]][]) {
        const of = (name: string): string => schemes[scheme].get(name) ?? backgrounds.get(name) ?? '';
        const grounds = [...cards, of('accent-soft')];
        const pairs = [
          ...grounds.flatMap((ground) => [
            [of('accent'), ground],
            [of('accent-strong'), ground],
          ]),
          [of('on-fill'), of('fill')],
          [of('on-fill'), of('fill-strong')],
          [of('on-theme'), of('theme')],
        ] as [string, string][];
        for (const [ink, ground] of pairs) {
          const ratio = contrast(ink, ground);
          if (ratio < 4.5)
            throw new Error(`${theme} ${accent}, ${scheme}: ${ink} on ${ground} has ${ratio.toFixed(2)}`);
        }
      }
    }),
    {
      runs: 500,
      examples: [
        ['#ffffff', '#000000'],
        ['#000000', '#ffffff'],
        ['#ffff00', '#0000ff'],
        // Neither white nor our dark text can be read on it.
        ['#757575', '#7f7878'],
      ],
    },
  );
});

t.test('colours and their URL segment convert into each other, and a malformed segment is rejected', (t) => {
  const colors = { theme: '#1F3A5F', accent: '#C8553D' };
  t.equal(colorsPath(colors), '1f3a5f-c8553d');
  t.strictSame(colorsOf('1f3a5f-c8553d'), { theme: '#1f3a5f', accent: '#c8553d' });
  for (const wrong of ['', '1f3a5f', '1f3a5f-c8553', '1F3A5F-C8553D', '1f3a5f-c8553d0', '1f3a5f-c8553g', '../x-y']) {
    t.equal(colorsOf(wrong), undefined, wrong);
  }
  t.end();
});
