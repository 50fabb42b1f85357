// sqlite
/** Tables as spreadsheets of many countries write them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import t from 'tap';
import { BYTE_ORDER_MARK as BOM, csvLine } from '../../schema/data/csv.ts';
import { IMPORTED_COLUMNS } from '../../schema/platform/imported-person.ts';
import { NEW_SCHOOL_COLUMNS } from '../../schema/school/new-school.ts';
import { readRows } from '../../scripts/commands/row-file.ts';
import { temporaryFolder } from '../support/settings.ts';

type Rows = Awaited<ReturnType<typeof readRows>>;

const folder = temporaryFolder(t);
async function read(content: string | Buffer, columns?: readonly string[], name = 'table.csv'): Promise<Rows> {
  writeFileSync(join(folder, name), content);
  return readRows(join(folder, name), columns);
}

const utf16 = (text: string, isBigEndian = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

const RUTH = { email: 'ruth@x.example', name: 'Ruth Müller' };
const IDA = { email: 'ida@x.example', name: 'Ida, B; C' };
/** The two people with a separator, and with ends of lines. */
const people = (separator: string, end = '\r\n', head: readonly string[] = ['email', 'name']): string =>
  [
    head.join(separator),
    [RUTH.email, RUTH.name].join(separator),
    [IDA.email, `"${IDA.name}"`].join(separator),
    '',
  ].join(end);

const ACCEPTED: readonly (readonly [what: string, content: string | Buffer])[] = [
  ['commas', people(',')],
  ['semicolons', people(';')],
  ['tabs', people('\t')],
  ['bars', people('|')],
  ['ends of lines of Unix', people(';', '\n')],
  ['ends of lines of an old Macintosh', people(';', '\r')],
  ['no end of the last line', people(',').trimEnd()],
  ['a byte order mark', BOM + people(',')],
  ['UTF-16', utf16(BOM + people('\t'))],
  ['UTF-16, big-endian', utf16(BOM + people('\t'), true)],
  ['UTF-16 without a mark', utf16(people('\t'))],
  ['big-endian UTF-16 without a mark', utf16(people('\t'), true)],
  ['the line sep=;', `sep=;\r\n${people(';')}`],
  ['the line SEP=| and a byte order mark', `${BOM}SEP=|\n${people('|')}`],
  ['the line "sep=,"', `"sep=,"\r\n${people(',')}`],
  ['a separator of its own', `sep=^\r\n${people('^')}`],
  ['empty lines', people(',', '\r\n\r\n')],
  ['lines of separators', people(',').replaceAll('\r\n', '\r\n,,\r\n')],
  ['an empty column at the end', people(',').replaceAll('\r\n', ',\r\n')],
  ['an empty column at the end of the rows alone', people(',').replace(/\r\n(.*)\r\n/, '\r\n$1,,\r\n')],
  [
    'quotation marks around all',
    `"email";"name"\r\n"${RUTH.email}";"${RUTH.name}"\r\n"${IDA.email}";"${IDA.name}"\r\n`,
  ],
  ['a head in another case', people(',', '\r\n', ['E-Mail', 'NAME'])],
  ['a head in German', people(';', '\r\n', ['E-Mail-Adresse', 'Vollständiger Name'])],
  ['a head in French', people(';', '\r\n', ['Adresse e-mail', 'Nom'])],
  ['a decomposed head in French', people(';', '\r\n', ['Adresse électronique'.normalize('NFD'), 'Nom complet'])],
  ['a head in Spanish', people(';', '\r\n', ['Correo electrónico', 'Nombre completo'])],
  ['a head in Italian', people(';', '\r\n', ['Indirizzo e-mail', 'Nome'])],
  ['a head in Portuguese', people(';', '\r\n', ['Endereço de e-mail', 'Nome completo'])],
  ['a head in Japanese', people(',', '\r\n', ['メールアドレス', '氏名'])],
  ['a head in full width', people(',', '\r\n', ['ＥＭＡＩＬ', 'Ｎａｍｅ'])],
  ['a head in Chinese', people(',', '\r\n', ['電子郵件', '姓名'])],
  ['a head in Russian', people(';', '\r\n', ['Электронная почта', 'ФИО'])],
  ['a head with a comma between semicolons', people(';', '\r\n', ['"E-Mail"', 'Name']).replace('Name', '"Name"')],
];

t.test('people of a table are read, however a spreadsheet has saved it', async (t) => {
  for (const [what, content] of ACCEPTED) {
    const rows = await read(content, IMPORTED_COLUMNS).catch((error: Error) => error.message);
    t.strictSame(typeof rows === 'string' ? rows : rows.map(({ values }) => values), [RUTH, IDA], what);
  }
  const [school] = await read(
    'Kurzname;Name;Inhaber;Sprache;Zeitzone;Währung\r\nnord;Nord;a@x.example;de;Europe/Berlin;EUR\r\n',
    NEW_SCHOOL_COLUMNS,
  );
  t.strictSame(school?.values, {
    ...{ slug: 'nord', name: 'Nord', owner: 'a@x.example' },
    ...{ locale: 'de', timezone: 'Europe/Berlin', currency: 'EUR' },
  });
  const [json] = await read(`${BOM}[{"email":"a@x.example"}]`, IMPORTED_COLUMNS, 'table.JSON');
  t.equal(json?.values.email, 'a@x.example');
  const lines = await read(utf16(`${BOM}{"email":"a"}\r\n{"email":"b"}\r\n`), IMPORTED_COLUMNS, 'table.jsonl');
  t.strictSame(
    lines.map(({ line, values }) => [line, values.email]),
    [
      [1, 'a'],
      [2, 'b'],
    ],
  );
});

const REFUSED: readonly (readonly [content: string | Buffer, message: RegExp])[] = [
  ['email,name\r\na@x.example,"Ruth\r\nb@x.example,Ida\r\n', /table\.csv, line 2: a quote is not closed$/],
  ['email,name\ra@x.example,A\rb@x.example,"Ida', /table\.csv, line 3: a quote is not closed$/],
  ['sep=;\nemail;name\na@x.example;"A\n', /table\.csv, line 3: a quote is not closed$/],
  ['email;name\n"a\nb";"c\nd"\nx;"y\n', /table\.csv, line 5: a quote is not closed$/],
  [
    'email,name\na@x.example,Ruth "R" B\n',
    /line 2: a quote is not closed, or inside a value without quotes around it$/,
  ],
  ['email,name\na@x.example,"Ruth" B\n', /line 2: a quote is not closed, or inside a value/],
  ['email,name\na@x.example,A,more\n', /line 2: 3 values, but 2 columns$/],
  ['email,name\na@x.example\n', /line 2: 1 values, but 2 columns$/],
  ['E-Mail,email\na,b\n', /names a column twice$/],
  ['E-Mail,Straße\na@x.example,b\n', /line 1: there is no column Straße; the columns are email, /],
  ['sep=;\nE-Mail;Straße\na@x.example;b\n', /line 2: there is no column Straße; /],
  ['', /is empty; the first line names the columns$/],
  ['sep=;\n', /is empty; /],
  [Buffer.from('email,name\nr@x.example,Renée\n', 'latin1'), /is not UTF-8 text: save it as CSV UTF-8$/],
  [Buffer.from('504b0304ff00e9', 'hex'), /is not UTF-8 text/],
];

t.test('a table that cannot be read is refused with its line and the cause', async (t) => {
  for (const [content, message] of REFUSED) {
    await t.rejects(read(content, IMPORTED_COLUMNS), { message }, String(content));
  }
});

const CELLS = [
  '=HYPERLINK("https://x.example";"a,b")',
  '＝1',
  '=1+1',
  '+351 21 000',
  '-5',
  '@ruth',
  "'=1",
  "''=1",
  "'",
  "'x",
  "'\t=1",
  '\t=1',
  '\ttab',
  '\rreturn',
  'a;=1',
  'a\n-1',
  'a\r\n\t"=1',
  ' =1',
  "a;'=1",
  '1,5',
  '1.234,56',
  '24.10.2026',
  '007',
  '"',
  'say "x"',
  '﻿x',
];

t.test('what is written and read again is what it was, formulas too', async (t) => {
  const back = async (cells: readonly string[]): Promise<unknown[]> => {
    const head = cells.map((_, n) => `c${n}`);
    const [row] = await read(BOM + csvLine([...head, 'end']) + csvLine([...cells, 'x']));
    return head.map((name) => row?.values[name] ?? '');
  };
  for (const cell of CELLS) t.strictSame(await back([cell, 'x']), [cell, 'x'], JSON.stringify(cell));
  const dangerous = fc.array(fc.constantFrom(...`=+-@＝＋－＠;,|\t\r\n "'ax`)).map((some) => some.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(dangerous, { minLength: 1, maxLength: 4 }), async (cells) => {
      t.strictSame(await back(cells), cells) || t.comment(JSON.stringify(cells));
    }),
    { numRuns: 100 },
  );
});

t.test('the time for a table of 200,000 rows grows as the table does', async (t) => {
  const rows = Array.from({ length: 200_000 }, (_, n) => `p${n}@x.example;"Person; ${n}"`);
  const readRows = async (count: number) => {
    const begun = process.cpuUsage();
    const found = await read(['E-Mail;Name', ...rows.slice(0, count), ''].join('\r\n'), IMPORTED_COLUMNS);
    return { found, work: process.cpuUsage(begun).user };
  };
  await readRows(20_000);
  const tenth = await readRows(20_000);
  const { found, work } = await readRows(200_000);
  t.equal(found.length, 200_000);
  t.strictSame(found.at(-1), { line: 200_001, values: { email: 'p199999@x.example', name: 'Person; 199999' } });
  t.ok(work < tenth.work * 50, `${work / tenth.work} times the work for ten times the rows`);
  await t.rejects(read(`E-Mail;Name\n${rows.join('\n')}\nx;"y\n`, IMPORTED_COLUMNS), {
    message: /line 200002: a quote/,
  });
});
