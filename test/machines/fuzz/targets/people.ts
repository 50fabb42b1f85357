/** What people and other programs write: addresses, names, languages, imported rows and hashes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseLanguage } from '../../../../routes/words/index.ts';
import { csvLine } from '../../../../schema/data/csv.ts';
import { clientName } from '../../../../schema/oauth/client-name.ts';
import { isImportable, readImportedHash } from '../../../../schema/people/imported-password.ts';
import { parseImportedPerson } from '../../../../schema/platform/imported-person.ts';
import { parseProfileChange } from '../../../../schema/school/profile-change.ts';
import { emailKey, isEmail } from '../../../../schema/text/email.ts';
import { LANGUAGES } from '../../../../schema/text/language.ts';
import { personName } from '../../../../schema/text/person-name.ts';
import { readRows } from '../../../../scripts/commands/row-file.ts';
import { UsageError } from '../../../../scripts/commands/usage.ts';
import { jsonOf, must, PART, parts, type Target } from '../target.ts';

function email(input: string): void {
  const key = emailKey(input);
  if (!isEmail(key)) return;
  must(emailKey(key) === key, 'the key of the key is another');
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
    must(emailKey(input.normalize(form)) === key, `written in ${form}, it is another`);
  }
  must(emailKey(` ${input}\n`) === key, 'blanks make another');
  must(key.split('@').length === 2 && key.isWellFormed() && !/\s/.test(key), 'not one address');
}

function name(input: string): void {
  for (const schema of [personName, clientName]) {
    const { data } = schema.safeParse(input);
    if (data === undefined) continue;
    must(schema.safeParse(data).data === data, 'read once more, it is another, or refused');
    // Characters, as in JSON Schema, not UTF-16 units.
    must(data.length > 0 && [...data].length <= 100 && data.isWellFormed(), 'its length');
    must(!/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(data), 'it turns the text around it');
  }
}

/** The languages of a header, one by one, by RFC 9110 §12.5.4 and RFC 4647 §3.4. */
function bestOf(header: string): string | undefined {
  let best: { language: string; weight: number } | undefined;
  for (const range of header.split(',')) {
    const match = /^\s*([a-z]{2,3})((?:-[a-z0-9]+)*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(range);
    if (match === null) return undefined;
    const subtags = (match[2] ?? '').toLowerCase().split('-');
    const primary = (match[1] ?? '').toLowerCase();
    const isHans = subtags.includes('hans') && !subtags.includes('hant');
    const isHant = !isHans && subtags.some((one) => ['hant', 'tw', 'hk', 'mo'].includes(one));
    const wanted = primary !== 'zh' ? primary : isHant ? 'zh-Hant' : 'zh';
    const language = LANGUAGES.find((one) => one === wanted);
    const weight = Number(match[3] ?? 1);
    if (language !== undefined && weight > 0 && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? (readsChinese(header) ? 'zh-Hant' : 'en');
}

const readsChinese = (header: string): boolean =>
  header.split(',').some((range) => /^\s*zh(?![a-z0-9])(?!.*;\s*q=0(?:\.0*)?\s*$)/i.test(range));

function language(input: string): void {
  const [header = '', uiLocales] = parts(input);
  const chosen = chooseLanguage(uiLocales, header);
  must(LANGUAGES.includes(chosen), 'a language that there is not');
  const [first] = (uiLocales ?? '').split(' ');
  if (first === 'de') must(chosen === 'de', 'ui_locales counts first');
  const expected = uiLocales === undefined ? bestOf(header) : undefined;
  must(expected === undefined || expected === chosen, `${chosen} instead of ${expected}`);
}

/** No program of these takes more than these: what costs more is refused. */
function importedHash(input: string): void {
  const read = isImportable(input) ? readImportedHash(input) : undefined;
  if (read === undefined) return;
  switch (read.scheme) {
    case 'bcrypt':
      must(/\$(0[89]|1[0-2])\$/.test(read.hash), 'its cost');
      break;
    case 'pbkdf2': {
      const perBlock = { sha1: 20, sha256: 32, sha512: 64 }[read.digest];
      must(read.iterations >= 10_000, 'too cheap');
      must(read.iterations * Math.ceil(read.tag.length / perBlock) <= 2_000_000, 'too dear');
      break;
    }
    case 'scrypt':
      must(read.n * read.r * read.p <= 2 ** 20 && Number.isInteger(Math.log2(read.n)) && read.r > 0, 'its cost');
      break;
    case 'argon2':
      must(read.memoryKib <= 131_072 && read.memoryKib * read.passes <= 524_288 && read.lanes >= 1, 'its cost');
      must(read.memoryKib >= 8 * read.lanes && read.salt.length >= 8, 'its parameters');
      break;
    case 'phpass':
      must(read.rounds <= 32_768, 'its cost');
      break;
    default:
  }
}

function importedPerson(input: string): void {
  const given = jsonOf(input);
  const person = parseImportedPerson(given);
  if (typeof person === 'string') {
    const hash = given instanceof Object && 'password_hash' in given ? String(given.password_hash) : '';
    must(person !== '' && !person.includes('\n'), 'a problem is one line');
    must(hash.length < 20 || !person.includes(hash), 'a hash is never repeated');
    return;
  }
  must(isEmail(emailKey(person.email)), 'no address');
  must(JSON.stringify(parseImportedPerson(person)) === JSON.stringify(person), 'read once more, it is another');
}

function profile(input: string): void {
  const { change, problem } = parseProfileChange(jsonOf(input));
  must((change === undefined) !== (problem === undefined), 'neither a change nor a problem');
  if (change === undefined) return;
  must(JSON.stringify(parseProfileChange(change).change) === JSON.stringify(change), 'read once more, it is another');
}

const folder = mkdtempSync(join(tmpdir(), 'schoolgate-rows-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

async function rowsOf(text: string, ending: string): Promise<Awaited<ReturnType<typeof readRows>> | undefined> {
  const path = join(folder, `rows.${ending}`);
  writeFileSync(path, text);
  try {
    return await readRows(path);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** A file is read or refused; and what we write, we read. */
async function rowFile(input: string): Promise<void> {
  for (const ending of ['csv', 'json', 'jsonl']) {
    for (const { line, values } of (await rowsOf(input, ending)) ?? []) {
      must(line >= 1 && line <= input.length + 1, 'a line that there is not');
      must(Object.getPrototypeOf(values) === Object.prototype || values instanceof Object, 'no object');
      must(({} as Record<string, unknown>).polluted === undefined, 'a prototype was written to');
    }
  }
  const cells = parts(input.toWellFormed()).filter((cell) => cell !== '');
  if (cells.length === 0) return;
  const head = csvLine(cells.map((_, at) => `c${at}`));
  const [row] = (await rowsOf(head + csvLine(cells), 'csv')) ?? [];
  must(
    row !== undefined && JSON.stringify(Object.values(row.values)) === JSON.stringify(cells),
    'our own CSV is read as something else',
  );
}

const HASHES = [
  `$2b$10$${'a'.repeat(53)}`,
  `pbkdf2_sha256$600000$salt$${Buffer.alloc(32, 1).toString('base64')}`,
  `$argon2id$v=19$m=65536,t=3,p=4$${Buffer.alloc(16, 1).toString('base64').replaceAll('=', '')}$${Buffer.alloc(32, 1).toString('base64').replaceAll('=', '')}`,
  `scrypt:32768:8:1$salt$${'ab'.repeat(64)}`,
  `$P$B${'a'.repeat(30)}`,
];
const PERSON = { email: 'ada@school.example', name: 'Ada', locale: 'pt-BR', school: 'riverside', role: 'member' };

export const PEOPLE: readonly Target[] = [
  {
    name: 'email',
    code: ['schema/people/email'],
    words: [
      '@',
      '.',
      'example',
      '＠',
      '．',
      'ẖ',
      'H\u0331',
      'T\u0308',
      'J\u030c',
      'ŉ',
      'ﬁ',
      'Ω',
      'K',
      'İ',
      '\u0345',
      'ς',
      'Σ',
    ],
    examples: ['Ada.Byron@School.Example', 'é+x@a.example', 'ＡＤＡ＠ａ．example', 'H\u0331ugo@a.example'],
    run: email,
  },
  {
    name: 'name',
    code: ['schema/people/person-name', 'schema/oauth/client-name'],
    words: ['\u200c', '\u200d', '\u2800', '\u3164', 'é', 'e\u0301', '\u202e', '\u{e0001}', '\u0e33', 'Ada'],
    examples: ['Ada Byron', ' e\u0301t\u00e9 ', 'می\u200cخواهم', '名前'],
    run: name,
  },
  {
    name: 'language',
    code: ['routes/words/index'],
    words: [
      'de',
      'en',
      'ja',
      'zh',
      'zh-TW',
      'zh-Hant',
      'zh-Hans-HK',
      '*',
      ';q=',
      '0.5',
      '0.',
      ',',
      'es-419',
      'Infinity',
      PART,
    ],
    examples: ['de-AT,de;q=0.9,en;q=0.8', 'zh-TW, ja;q=0.001', `fr, *;q=0.1${PART}de en`, 'en;q=0, ja;q=0.5'],
    run: language,
  },
  {
    name: 'imported-hash',
    code: ['schema/people/imported-password'],
    words: [
      '$2y$',
      '$argon2id$',
      'v=19',
      'm=',
      ',t=',
      ',p=',
      '$P$',
      'scrypt:',
      'pbkdf2:sha256:',
      'pbkdf2_sha1$',
      '$wp$',
      '999999999',
      '{',
    ],
    examples: HASHES,
    run: importedHash,
  },
  {
    name: 'imported-person',
    code: ['schema/people/imported-person', 'schema/people/imported-password', 'schema/people/email'],
    words: [
      ...Object.keys(PERSON),
      'password_hash',
      '"role":"owner"',
      '"__proto__":',
      'null',
      ',',
      '"',
      '\\n',
      'i-klingon',
      'und',
    ],
    examples: HASHES.map((hash) => JSON.stringify({ ...PERSON, password_hash: hash })),
    run: importedPerson,
  },
  {
    name: 'profile',
    code: ['schema/school/profile-change', 'schema/people/person-name'],
    words: [
      '"name":',
      '"locale":',
      '"marketingConsent":',
      'null',
      'true',
      '""',
      'de-at',
      'i-klingon',
      'zh-cmn',
      'x-',
      '"__proto__":',
    ],
    examples: [JSON.stringify({ name: ' Ada ', locale: 'de-at', marketingConsent: true }), '{"locale":null}', '[]'],
    run: profile,
  },
  {
    name: 'row-file',
    code: ['scripts/row-file', 'schema/csv'],
    words: [
      '"',
      '""',
      ',',
      '\r\n',
      '\n',
      '\r',
      '=1+1',
      "'",
      ';',
      '\t',
      'email,name',
      '__proto__',
      '{"a":1}',
      '[',
      PART,
    ],
    examples: [
      'email,name\r\na@b.example,"A ""B"" C"\r\n',
      '[{"email":"a@b.example"}]',
      '{"a":1}\n\n{"b":2}',
      `a${PART}=b${PART}"c"`,
    ],
    run: rowFile,
  },
];
