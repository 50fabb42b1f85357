// slow
/** What schools write as Markdown: whatever it is, it is refused, or shown in a short time, and so is what is stored already. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { z } from 'zod';
import { faultOfText, schoolText } from '../../routes/pages/school/school-text.ts';
import { isMarkdown } from '../../schema/school/fields.ts';
import type { Operation } from '../../schema/school/operation.ts';
import { NORTH, SOUTH, schools } from '../support/account.ts';
import { learning } from '../support/learning.ts';
import { leastCpuMs } from '../support/loop-meter.ts';
import { timeLimit } from '../support/work.ts';

const LONGEST = 200_000;
const MOST_CPU_MS = timeLimit(50);
const CONTEXT = { label: 'Text', base: '/schools/riverside', baseUrl: 'https://id.example' } as const;

type Shape = (length: number) => string;
const of =
  (piece: string): Shape =>
  (length) =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
/** In paragraphs that are as long as the parser gets. */
const inParagraphs = (piece: string): Shape => of(`${of(piece)(3990)}\n\n`);
const stairs = (mark: string): string =>
  Array.from({ length: 30 }, (_, depth) => `${'  '.repeat(depth)}${mark} a\n`).join('');
const wideTable = (columns: number, rows: number): string =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(rows)}\n`;

const NASTY = {
  'lists in one line': of('- - - - a\n'),
  'sixteen lists in one line': of(`${'- '.repeat(16)}a\n`),
  'thirty lists in one line': of(`${'- '.repeat(30)}a\n`),
  'lists of stars': of('* * * a\n'),
  'mixed lists': of('+ - + a\n'),
  'numbered lists': of('1. 1. 1. a\n'),
  'stairs of lists': of(stairs('-')),
  'stairs of numbers': of(stairs('1.')),
  quotes: of('> > > > a\n'),
  'thirty quotes': of(`${'>'.repeat(30)}a\n`),
  'quotes and lists': of('> - > - a\n'),
  items: of('- a\n'),
  'items apart': of('- a\n\n'),
  'items of two paragraphs': of('- a\n\n  b\n\n'),
  'lazy items': of('- a\nb\n'),
  tasks: of('- [ ] a\n'),
  stars: inParagraphs('*a '),
  'closing stars': inParagraphs('a** '),
  'stars of two kinds': inParagraphs('**a *b '),
  'emphasis in emphasis': inParagraphs('*a**a***a '),
  underscores: inParagraphs('_a '),
  'stars and underscores': inParagraphs('*_'),
  'a run of stars': inParagraphs('*'),
  tildes: inParagraphs('~~a '),
  brackets: inParagraphs('['),
  'closed brackets': inParagraphs('[a] '),
  'links that do not end': inParagraphs('[a](b'),
  'titles that do not end': inParagraphs('[a](b "c'),
  'links to references': inParagraphs('[a][b'),
  pictures: inParagraphs('![a](x '),
  links: of('[a](/posts) '),
  'links in lines': of('[a](/posts)\n'),
  'lists of links': of('- [a](/posts)\n'),
  'bare addresses': of('www.a.b '),
  'bare addresses in lines': of('www.a.b\n'),
  schemes: inParagraphs('http://'),
  mailboxes: of('a@b.co '),
  'mailboxes in brackets': inParagraphs('<a@b'),
  'at signs': inParagraphs('a@'),
  'dots before an at sign': inParagraphs(`${'a.'.repeat(1900)}@`),
  'dots in a mailbox in brackets': inParagraphs(`<${'a.'.repeat(1900)}@`),
  'an address that closes brackets': inParagraphs(`http://a${')'.repeat(3900)}`),
  'an address of entities': inParagraphs(`ftp://a${'&a;'.repeat(1200)}`),
  'an address of questions': inParagraphs(`http://a${'?!'.repeat(1900)}`),
  'an address of underscores': inParagraphs(`http://${'a'.repeat(1900)}${'_'.repeat(1900)}`),
  'a wide table': of(wideTable(500, 990)),
  'a narrow table': of(wideTable(2, 1000)),
  'empty tables': of('|a|b|\n|-|-|\n\n'),
  'tables in lists': of('- |a|b|\n  |-|-|\n  |c|d|\n'),
  entities: of('&amp;'),
  ampersands: of('&'),
  'quotation marks': of('"'),
  'less-than signs': of('<'),
  backslashes: inParagraphs('\\*'),
  elements: of('<a b="c">'),
  'blocks of elements': of('<div>\n\n'),
  comments: inParagraphs('<!--'),
  'attributes that do not end': inParagraphs('<div a="'),
  'blocks of code': of('```\n```\n'),
  'blocks of code with tildes': of('~~~\na\n~~~\n'),
  'indented fences': of(' ```\na\n ```\n'),
  'quoted fences': of('> ```\n> a\n> ```\n'),
  'indented code': of('    a\n\n'),
  'one block of code': (length) => `\`\`\`\n${of('a\n')(length - 5)}`,
  'code in lines': inParagraphs('`a``b'),
  backticks: inParagraphs('`'),
  headings: of('# a\n'),
  'underlined headings': of('a\n=\n'),
  rules: of('---\n'),
  paragraphs: of('a\n\n'),
  lines: of('a\n'),
  breaks: of('a  \n'),
  references: of('[a]: b\n'),
  'references that are used': of('[a]: b\n[a][a][a]\n\n'),
  'blank lines': of(' \n'),
  tabs: of('\t'),
  spaces: inParagraphs(`a${' '.repeat(100)}`),
  'one line': of('a'),
} as const satisfies Record<string, Shape>;

const manual = readdirSync('docs', { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith('.md'))
  .map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8'))
  .join('\n\n');
const HONEST: Readonly<Record<string, string>> = {
  'a manual': manual.slice(0, LONGEST),
  'a list': of('- Something that a school wrote in a list\n')(80_000),
  'a list of links': of('- [A course about gardens](/courses/a-course-about-gardens)\n')(80_000),
  'a table': of(`| Who | When | What |\n|---|---|---|\n${'| Somebody | 12 May | Something |\n'.repeat(50)}\n`)(50_000),
  'poems in short lines': of(`${'A line of a poem that is short\n'.repeat(4)}\n`)(150_000),
  'long addresses': of(
    `See [this](https://example.com/a?${'key=value&'.repeat(20)}) and https://medium.example/@somebody/${'long-words-'.repeat(10)}\n\n`,
  )(70_000),
  Japanese: of(`${'学校の授業は、とても楽しいです。'.repeat(20)}\n\n`)(LONGEST),
  'lists in lists': of(Array.from({ length: 10 }, (_, depth) => `${'  '.repeat(depth)}- So deep\n`).join(''))(5000),
};

t.test('any text is shown in fifty milliseconds, and its markup is not many times as long', async (t) => {
  for (const [name, shape] of Object.entries(NASTY)) {
    const text = shape(LONGEST);
    const cpu = await leastCpuMs(() => schoolText(text, CONTEXT), MOST_CPU_MS, 30);
    t.ok(cpu <= MOST_CPU_MS, `${name}: ${cpu} ms`);
    // Text that consists of what has to be escaped is six times as long then.
    const most = Math.max(4 * text.length + 60_000, text.replaceAll(/[&"<>]/g, '&quot;').length + 1000);
    t.ok(schoolText(text, CONTEXT).markup.toString().length <= most, `${name}: the length of the markup`);
  }
});

t.test('what people write is shown with its markup', async (t) => {
  for (const [name, text] of Object.entries(HONEST)) {
    t.equal(faultOfText(text), undefined, name);
    const cpu = await leastCpuMs(() => schoolText(text, CONTEXT), MOST_CPU_MS, 30);
    t.ok(cpu <= MOST_CPU_MS, `${name}: ${cpu} ms`);
  }
  t.match(faultOfText(NASTY['thirty quotes'](100)), /more than 20/);
});

/** Of each limit, and within them. */
const SENT = ['thirty lists in one line', 'a wide table', 'links', 'stars', 'entities', 'one line'] as const;

/** The texts that an operation takes, by what they say of themselves. */
const textsOf = ({ input }: Operation): [string, z.ZodType][] =>
  Object.entries(input.shape).flatMap(([name, value]): [string, z.ZodType][] => {
    const bare = (type: z.ZodType): z.ZodType =>
      type instanceof z.ZodOptional || type instanceof z.ZodNullable ? bare(type.unwrap() as z.ZodType) : type;
    const says = /Markdown/.test(JSON.stringify(z.toJSONSchema(value as z.ZodType, { unrepresentable: 'any' })));
    return says || name === 'blocks' || /markdown/i.test(name) ? [[name, bare(value as z.ZodType)]] : [];
  });

t.test('in every field that is Markdown, a text is refused with a sentence or shown as it was meant', async (t) => {
  const { app, ask, course } = await learning(t);
  const { lecture } = await course('texts');
  const operations = app.school.catalogue.filter((operation) => textsOf(operation).length > 0);
  for (const operation of operations)
    for (const [name, value] of textsOf(operation)) t.ok(isMarkdown(value), `${operation.name}: ${name}`);

  let rows = 0;
  for (const operation of operations.filter(({ rest }) => rest.method === 'PATCH')) {
    const list = operation.rest.path.replace('/:id', '');
    const id = operation.name === 'update_lecture' ? lecture : (await ask('GET', list)).json.nodes?.[0]?.id;
    const path = operation.rest.path.replace(':id', String(id));
    for (const [name, value] of textsOf(operation)) {
      const length = Math.min(value instanceof z.ZodString ? (value.maxLength ?? 0) : LONGEST, 50_000);
      const other = operation.name === 'update_page' ? { [name === 'blocks' ? 'bodyMarkdown' : 'blocks']: null } : {};
      for (const what of SENT) {
        const text = NASTY[what](length);
        const given = name === 'blocks' ? [{ kind: 'text', text }] : text;
        const { status, json } = await ask('PATCH', path, { [name]: given, ...other });
        const fault = faultOfText(text.trim());
        rows += 1;
        t.equal(status, fault === undefined ? 200 : 400, `${operation.name}: ${name}: ${what}`);
        if (fault !== undefined)
          t.strictSame(json.errors, [{ path: name, code: 'too_complex', message: fault }], `${name}: ${what}`);
      }
    }
  }
  t.ok(rows >= 10 * SENT.length, `${rows} rows`);
});

t.test('texts that are stored already are shown, and a school takes no more than its share of time', async (t) => {
  const { app, clock } = await schools(t, { env: { RATE_LIMITS: 'on' } });
  const page = (slug: string, bodyMarkdown: string) => ({
    id: `pag_${slug}`,
    slug,
    title: slug,
    bodyMarkdown,
    status: 'published' as const,
    isHomepage: false,
    createdAt: clock.now,
    updatedAt: clock.now,
  });
  const nasty = Object.values(NASTY).map((shape, at) => page(`nasty-${at}`, shape(LONGEST)));
  const plain = ['one', 'two'].map((slug) => page(slug, 'Words in **bold**'));
  // One by one: together, they are more than a database may have to answer for in time.
  for (const one of [...nasty, ...plain]) await app.school.content.add(NORTH.id, { pages: [one] });
  await app.school.content.add(SOUTH.id, { pages: [{ ...page('one', 'Words in **bold**'), id: 'pag_south' }] });
  const get = (path: string) => app.inject(`/schools/${path}`);
  for (const { slug } of nasty) {
    const { statusCode, body } = await get(`north/pages/${slug}`);
    t.equal(statusCode, 200, slug);
    t.match(body, /<\/html>\s*$/, slug);
  }
  t.match((await get('north/pages/one')).body, '<pre>Words in **bold**</pre>', 'beyond its share');
  t.match((await get('south/pages/one')).body, '<strong>bold</strong>', 'another school');
  clock.advance(60_000);
  for (const slug of ['one', 'two'])
    t.match((await get(`north/pages/${slug}`)).body, '<strong>bold</strong>', 'a minute later');
});
