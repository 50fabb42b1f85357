// slow, sqlite
import t from 'tap';
import { faultsOfCss } from '../../schema/school/custom-css.ts';

const ALLOWED = [
  '',
  'a { color: red }',
  '.hero { letter-spacing: 0.01em; }',
  '@media (min-width: 40em) { .a:hover > b::after { content: "\\201C }"; } }',
  '@media (400px <= width <= 700px) { p { margin: calc(1em + 2px) } }',
  '@font-face { font-family: "Own"; src: url(/fonts/own.woff2) format("woff2") }',
  "a { background: url('/img/x.png?v=1') ; filter: url( #blur ) }",
  '@keyframes x { from { opacity: 0 } to { opacity: 1 } } /* a } comment { */',
  '@supports (display: grid) { .image { object-fit: cover; border-image: none } }',
  '@layer base, site; @container (width > 1px) { :root { --brand: #123456 } }',
  '.src, .url, .expression { color: red }',
  'a[title="</"] { color: red }'.replace('</', '/'),
];

const REFUSED: [string, string][] = [
  ['@import', '@import "https://evil.example/a.css";'],
  ['@import in capitals', '@IMPORT url(/a.css);'],
  ['@import by an escape', '@\\69mport "https://evil.example/a.css";'],
  ['@import behind a comment', '/* */@import/**/"https://evil.example/a.css";'],
  ['@charset', '@charset "utf-7";'],
  ['@namespace', '@namespace url(/x);'],
  ['@document', '@-moz-document url-prefix("") { a { color: red } }'],
  ['another origin', 'a { background: url(https://evil.example/x) }'],
  ['another origin in quotes', 'a { background: url("https://evil.example/x") }'],
  ['another origin without a scheme', 'a { background: url(//evil.example/x) }'],
  ['another origin by a backslash', 'a { background: url("/\\evil.example/x") }'],
  ['another origin in capitals', 'a { background: URL(HTTPS://evil.example/x) }'],
  ['another origin by an escape', 'a { background: \\75rl(https://evil.example/x) }'],
  ['another origin by an escape in the target', 'a { background: url(\\2f\\2f evil.example/x) }'],
  ['another origin behind a comment', 'a { background: url(//**/evil.example/x) }'],
  ['another origin after a line break', 'a { background: url(\n//evil.example/x) }'],
  ['a second url()', 'a { background: url(/a), url(https://evil.example) }'],
  ['a relative address', 'a { background: url(x.png) }'],
  ['data', 'a { background: url(data:image/svg+xml;base64,AAAA) }'],
  ['script', 'a { background: url(javascript:alert(1)) }'],
  ['script elsewhere', 'a { x: javascript:alert(1) }'],
  ['url() that is not closed', 'a { background: url(/x'],
  ['image-set()', 'a { background: image-set("https://evil.example/x" 1x) }'],
  ['-webkit-image-set()', 'a { background: -webkit-image-set("https://evil.example/x" 1x) }'],
  ['image()', 'a { background: image("https://evil.example/x") }'],
  ['src()', 'a { background: src("https://evil.example/x") }'],
  ['src() of a variable', ':root { --x: "https://evil.example" } a { background: src(var(--x)) }'],
  ['expression()', 'a { width: expression(alert(1)) }'],
  ['expression() with a comment', 'a { width: expression/**/(alert(1)) }'],
  ['behavior', 'a { behavior: url(/x.htc) }'],
  ['-moz-binding', 'a { -moz-binding: url(/x.xml#a) }'],
  ['the end of the element', '</style><script>alert(1)</script>'],
  ['the end of the element in a string', 'a { content: "</style>" }'],
  ['the end of the element in a comment', '/* </STYLE > */'],
  ['the end of the element with blanks', 'a {} </ style>'],
  ['an HTML comment', '<!-- a { color: red } -->'],
  ['a comment that is not closed', 'a { color: red } /* x'],
  ['a string that is not closed', 'a { content: "x } '],
  ['a string over two lines', 'a { content: "x\n" }'],
  ['a bracket too many', 'a { color: red } }'],
  ['a bracket too few', '@media print { a { color: red }'],
  ['brackets across', 'a { width: calc(1px} )'],
  ['a backslash outside of strings', '.md\\:flex { display: flex }'],
  ['NUL', 'a { color: \u0000red }'],
  ['half of a character', 'a { content: "\ud83d" }'],
];

t.test('well-formed custom CSS that loads nothing from another origin is accepted [D2]', async (t) => {
  for (const css of ALLOWED) t.strictSame(faultsOfCss(css), [], css);
});

t.test('custom CSS that loads from elsewhere, runs a script or is malformed is refused [D2]', async (t) => {
  for (const [what, css] of REFUSED) t.ok(faultsOfCss(css).length > 0, what);
});

t.test('of thousands of wrong at-rules, or a long one, an answer repeats little [D2]', async (t) => {
  const many = Array.from({ length: 2000 }, (_, n) => `@x${n} {}`).join('\n');
  for (const css of [many, `@${'x'.repeat(40_000)} {}`]) {
    const faults = faultsOfCss(css);
    t.match(faults[0], /^must not use @x/);
    t.ok(faults.join().length < 400, `${faults.join().length} characters`);
  }
});

/** Some systems count the time of the processor in such steps. */
const TICK_MS = 4;

/** The least that it takes of the processor: whatever else the machine does comes on top, and not each time. */
function leastMs(css: string): number {
  const tries = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    faultsOfCss(css);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}

t.test('validating hostile CSS takes no more time for each character of a longer text [D2]', async (t) => {
  const [short, times] = [32_000, 8];
  for (const unit of [
    '(',
    'a{',
    '/*',
    '"',
    'url(',
    '\\',
    '*/',
    'a{color:red}',
    '@a ',
    'u',
    'url (/x) ',
    'url ',
    'image ',
  ]) {
    const css = unit.repeat(short / unit.length);
    const [one, eight] = [leastMs(css), leastMs(css.repeat(times))];
    // By the square of its length it would be eight times as much for each, and soon be seconds.
    t.ok(eight <= 5 * times * Math.max(one, TICK_MS), `${unit}: ${eight} ms, and ${one} for an eighth of it`);
  }
});
