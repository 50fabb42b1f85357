// sqlite
import fc from 'fast-check';
import t from 'tap';
import { colorsOf, colorsPath, contrast, schoolStylesheet } from '../../schema/school/school-colors.ts';
import { holds } from '../support/property.ts';

const SCHEMES = ['light', 'dark'] as const;
const PAGE = { light: '#ffffff', dark: '#131817' } as const;
const RAISED = { light: '#ffffff', dark: '#1b2221' } as const;
/** Behind links and what is chosen. */
const GROUNDS = {
  light: ['#ffffff', '#f5f7f6', '#f0f3f2'],
  dark: ['#131817', '#0d1110', '#1b2221', '#222b29'],
} as const;
const TEAL = '#1f5f5b';
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** The custom properties of the two schemes. What does not depend on the scheme is said once. */
function schemesOf(theme: string, accent: string): Record<(typeof SCHEMES)[number], (name: string) => string> {
  const [light = '', dark = ''] = schoolStylesheet({ theme, accent }).split('@media (prefers-color-scheme: dark)');
  const read = (css: string) =>
    new Map([...css.matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]));
  const [first, second] = [read(light), read(dark)];
  return { light: (name) => first.get(name) ?? '', dark: (name) => second.get(name) ?? first.get(name) ?? '' };
}

/** Pairs that have less contrast than they need. */
function faintPairs(theme: string, accent: string): string[] {
  const schemes = schemesOf(theme, accent);
  return SCHEMES.flatMap((scheme) => {
    const of = schemes[scheme];
    const pairs: [least: number, one: string, other: string][] = [
      ...[...GROUNDS[scheme], of('accent-soft')].map((ground): [number, string, string] => [4.5, of('accent'), ground]),
      [4.5, of('on-accent'), of('accent')],
      [4.5, of('on-action'), of('action')],
      [4.5, of('on-action'), of('action-hover')],
      [4.5, of('on-brand'), of('brand')],
      [3, of('action-line'), PAGE[scheme]],
      [3, of('bar-dim'), RAISED[scheme]],
    ];
    return pairs
      .filter(([least, one, other]) => !(contrast(one, other) >= least))
      .map(([least, one, other]) => `${scheme}: ${one} on ${other} has ${contrast(one, other).toFixed(2)} of ${least}`);
  });
}

t.test('whatever colours a school picks, text can be read and edges be seen [WCAG 2.2 AA]', async (t) => {
  t.equal(contrast('#000000', '#ffffff'), 21);
  t.equal(contrast('#777777', '#777777'), 1);
  await holds(
    t,
    fc.property(hex, hex, (theme, accent) => {
      const faint = faintPairs(theme, accent);
      if (faint.length > 0) throw new Error(`${theme} ${accent}: ${faint.join(', ')}`);
    }),
    {
      runs: 300,
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

/** What a school chooses, with the links of its pages in the light scheme and the text of its button. */
const SCHOOLS: readonly [what: string, theme: string, accent: string, link: string, ink: string, action?: string][] = [
  ['the colours of the service', TEAL, '#e0a526', TEAL, '#1d1600'],
  ['a dark logo and a button on which no text could be read', '#1f3a5f', '#c8553d', '#1f3a5f', '#ffffff', '#c5523a'],
  ['a yellow logo, whose links are darker', '#ffd60a', '#003566', '#816b00', '#ffffff'],
  ['a logo and a button of one red', '#b3261e', '#b3261e', '#b3261e', '#ffffff'],
  ['black and white', '#000000', '#ffffff', TEAL, '#1d1600'],
  ['two greys', '#808080', '#333333', TEAL, '#ffffff'],
  ['a grey logo and a coloured button', '#333333', '#7b2cbf', '#333333', '#ffffff'],
];

for (const [what, theme, accent, link, ink, action = accent] of SCHOOLS) {
  t.test(`links and the button have the colours of the school: ${what} [D2]`, async (t) => {
    const { light, dark } = schemesOf(theme, accent);
    t.strictSame(faintPairs(theme, accent), []);
    t.equal(light('accent'), link);
    t.equal(light('action'), action);
    t.equal(dark('action'), action, 'the same in the dark scheme');
    t.equal(light('on-action'), ink);
    t.equal(light('brand'), theme);
  });
}

t.test('an edge is drawn in another shade only where the button cannot be seen on the page', async (t) => {
  const pale = schemesOf('#1f3a5f', '#ffe9a8');
  t.not(pale.light('action-line'), '#ffe9a8');
  t.equal(pale.dark('action-line'), '#ffe9a8');
  const dark = schemesOf('#1f3a5f', '#14213d');
  t.equal(dark.light('action-line'), '#14213d');
  t.not(dark.dark('action-line'), '#14213d');
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
