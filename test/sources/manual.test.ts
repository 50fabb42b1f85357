// sqlite
/** What the manual says can be followed: its links, its commands, its settings and the sentences that it quotes. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lexer, walkTokens } from 'marked';
import t from 'tap';
import { parseEnvironment, SETTING_NAMES } from '../../plugins/settings/environment.ts';
import { MANUAL } from '../../routes/documents/manual/contents.ts';
import { SENTENCES } from '../../schema/refusals/index.ts';
import { COMMANDS } from '../../scripts/commands/registry.ts';
import { exists } from '../../scripts/workshop/requirements.ts';
import { TRIED } from '../clients/agents/tried.ts';
import { AGENTS } from '../support/agent-pages.ts';
import { COMMANDS_WITH_USAGE, usageOf } from '../support/manual-tables.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const manual = globSync('docs/**/*.md', { cwd: ROOT }).sort();
/** What people read of the repository. */
const documents = [
  ...manual,
  ...globSync('{*.md,db/*.md,plugins/*.md,routes/**/*.md,schema/*.md,scripts/**/*.md,test/*.md,test/*/*.md}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  }),
];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const linksOf = (file: string): string[] => {
  const links: string[] = [];
  void walkTokens(lexer(read(file)), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(String(token.href));
  });
  return links;
};

t.test('every relative link and anchor of the documents leads somewhere', (t) => {
  const broken = documents.flatMap((file) =>
    linksOf(file)
      .filter((href) => !/^[a-z]+:/.test(href))
      .map((href) => (href.startsWith('#') ? `${file}${href}` : join(dirname(file), href)))
      .filter((target) => !exists(ROOT, target))
      .map((target) => `${file}: ${target}`),
  );
  t.strictSame(broken, []);
  t.ok(documents.length > 40, `${documents.length} documents`);
  t.end();
});

t.test('the table of contents lists every page of the manual, by its title and in the order of its start page', (t) => {
  const pages = MANUAL.flatMap(({ pages }) => pages);
  const fileOf = (path: string): string => (path === '' ? 'docs/README.md' : `docs/${path}.md`);
  const files = pages.filter(({ isGenerated }) => !isGenerated).map(({ path }) => fileOf(path));
  t.strictSame(files.toSorted(), manual);
  for (const { path, title, isGenerated } of pages) {
    if (!isGenerated) t.match(read(fileOf(path)), new RegExp(`^# ${RegExp.escape(title)}\\n`), title);
  }
  const start = read('docs/README.md');
  const listed = [...start.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, title, href]) => [title, href]);
  const expected = pages.slice(1).map(({ path, title, isGenerated }) => {
    return [title, isGenerated ? `http://127.0.0.1:3000/docs/${path}` : `${path}.md`];
  });
  t.strictSame(listed, expected);
  const headings = [...start.matchAll(/^## (.+)/gm)].map(([, heading]) => heading);
  t.strictSame(
    headings,
    MANUAL.map(({ title }) => title),
  );
  t.end();
});

t.test('the manual contains no HTML, which its pages would show as text', (t) => {
  const found: string[] = [];
  for (const file of manual) {
    void walkTokens(lexer(read(file)), (token) => {
      if (token.type === 'html' && !token.raw.startsWith('<!--')) found.push(`${file}: ${token.raw}`);
    });
  }
  t.strictSame(found, []);
  t.end();
});

/** Programs that the manual uses beside npm. */
const PROGRAMS = new Set([
  ...AGENTS.map((key) => TRIED[key].program.command),
  ...'cd chmod chown codesign createdb createuser curl diff echo git grep journalctl mcp mkdir openssl pg_dump podman psql rsync set sha256sum signtool sqlite3 ssh-keygen systemctl touch useradd ln .'.split(
    ' ',
  ),
]);
/** What SQLite calls its errors in the log. */
const ERROR_CODE = /^SQLITE_|_CERT|_SIGNATURE$/;
/** Variables that other programs than the server read, and those of the examples themselves. */
const OTHER_VARIABLES = new Set(
  'COVERAGE DOCTOR_CLIENT_SECRET DOCTOR_PASSWORD EMAIL_FROM EVERY_STATEMENT GLIBC_TUNABLES HISTORIES MALLOC_ARENA_MAX MALLOC_MMAP_THRESHOLD_ MANY_SCHOOLS NODE_EXTRA_CA_CERTS NODE_OPTIONS NODE_TLS_REJECT_UNAUTHORIZED PRINT_TIMES SCHOOL_HOST SLOWEST TEST_DATABASE TEST_SEED THOROUGH TOKEN'.split(
    ' ',
  ),
);

/** The commands of the blocks marked `sh`, one each, without what is quoted. */
function commandsIn(file: string): string[] {
  const commands: string[] = [];
  void walkTokens(lexer(read(file)), (token) => {
    if (token.type !== 'code' || token.lang !== 'sh') return;
    const lines = String(token.text)
      .replaceAll('\\\n', ' ')
      .replace(/"[^"]*"|'[^']*'|\$\([^)]*\)/g, '“”')
      .replace(/ #.*$/gm, '')
      .split('\n');
    const parts = lines.flatMap((line) => line.split(/&&|\|\||[;|]/)).map((part) => part.replace(/^\s*\(/, '').trim());
    commands.push(...parts.filter((part) => part !== '' && !/^[})]|^umask/.test(part)));
  });
  return commands;
}

const NAMES = [...COMMANDS.map(({ name }) => name), 'completion'];

/** @returns what is wrong with a command of npm: a script that does not exist */
function faultOfNpm([verb = '', name = '']: readonly string[]): string | undefined {
  if (['ci', 'prune', 'sbom', 'start', 'test'].includes(verb)) return undefined;
  return verb === 'run' && Object.hasOwn(scripts, name) ? undefined : 'no such script';
}

/** @returns what is wrong with a command of the program: one, a subcommand or an option that does not exist */
function faultOfProgram([name = '', ...args]: readonly string[]): string | undefined {
  if (name === '') return undefined;
  if (name !== 'help' && !NAMES.includes(name)) return 'no such command';
  if (!COMMANDS_WITH_USAGE.has(name)) return undefined;
  const usage = usageOf(name as Parameters<typeof usageOf>[0]);
  const [subcommand = '--help'] = args;
  const known = new RegExp(`(?:${name} | {2})${RegExp.escape(subcommand)}(?![a-z-])`);
  // A path is an argument of a command without subcommands.
  if (!/^(?:--|\/)/.test(subcommand) && !known.test(usage)) return `${subcommand} is not in its usage`;
  const unknown = args.find((word) => word.startsWith('--') && word !== '--help' && !usage.includes(word));
  return unknown === undefined ? undefined : `${unknown} is not in its usage`;
}

function faultOf(command: string): string | undefined {
  const words = command.split(/\s+/);
  const program = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const variables = (program < 0 ? words : words.slice(0, program)).map((word) => word.replace(/=.*/, ''));
  const unknown = variables.find((name) => !SETTING_NAMES.includes(name) && !OTHER_VARIABLES.has(name));
  if (unknown !== undefined) return `${unknown} is no setting`;
  if (program < 0) return undefined;
  const [name = '', ...args] = words.slice(program);
  if (name === 'npm') return faultOfNpm(args);
  if (name === 'npx' && args[0] === 'schoolgate') return faultOfProgram(args.slice(1));
  if (name === 'schoolgate' || name === './schoolgate-linux-x64') return faultOfProgram(args);
  return PROGRAMS.has(name.replace('()', '')) ? undefined : `${name} is not a program of the manual`;
}

t.test('every command of the manual is one that exists, with arguments and variables that exist', (t) => {
  const said = ['README.md', 'CONTRIBUTING.md', ...manual];
  const commands = said.flatMap((file) => commandsIn(file).map((command) => ({ file, command })));
  // In running text.
  const mentioned = said.flatMap((file) =>
    [
      ...read(file).matchAll(/`((?:[A-Z_]+=\S+ )*(?:npm (?:run|start|test|ci)|(?:npx )?schoolgate [a-z])[^`\n]*)`/g),
    ].map(([, command = '']) => ({
      file,
      command: command.replace(/\\\|.*|\[.*|…|<[^>]*>|"[^"]*"/g, '').trim(),
    })),
  );
  t.ok(commands.length > 60, `${commands.length} commands`);
  t.ok(mentioned.length > 60, `${mentioned.length} commands in sentences`);
  const faults = [...commands, ...mentioned].flatMap(({ file, command }) => {
    const fault = faultOf(command);
    return fault === undefined ? [] : [`${file}: ${command}: ${fault}`];
  });
  t.strictSame(faults, []);
  t.match(faultOf('schoolgate users vanish x'), 'vanish');
  t.match(faultOf('SCHOOL=x npm start'), 'SCHOOL');
  t.end();
});

t.test(
  'what the manual builds after npm ci has the packages for it, also in a shell with the settings of a server',
  (t) => {
    const building = ['README.md', 'scripts/container/Containerfile', ...manual].flatMap((file) =>
      [...read(file).matchAll(/^.*npm ci\b.*npm run (?:build|binary|release)\b.*$/gm)].map(([line]) => ({
        file,
        line,
      })),
    );
    t.ok(building.length >= 6, `${building.length} places`);
    t.strictSame(
      building.filter(({ line }) => !line.includes('npm ci --include=dev')),
      [],
    );
    t.end();
  },
);

t.test('every command has a row in the reference, and every row a command', (t) => {
  const rowsOf = (program: RegExp): string[] => {
    const rows = read('docs/reference/commands.md').matchAll(new RegExp(`^\\| \`${program.source}([a-z-]+)`, 'gm'));
    return [...new Set([...rows].map(([, name = '']) => name))].toSorted();
  };
  t.strictSame(rowsOf(/npm (?:run )?/), Object.keys(scripts).toSorted());
  t.strictSame(rowsOf(/schoolgate /), NAMES.toSorted());
  t.end();
});

t.test('the table of settings has every setting with its default, and no other', (t) => {
  const rows = read('docs/reference/configuration.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const names = rows.flatMap(([, name = '']) => [...name.matchAll(/`([A-Z_]+)`/g)].map(([, one = '']) => one));
  t.strictSame(names.toSorted(), SETTING_NAMES.toSorted());
  for (const [name, value] of Object.entries(parseEnvironment({}))) {
    const [, , shown = ''] = rows.find(([, cell = '']) => cell.includes(`\`${name}\``)) ?? [];
    for (const one of [value].flat()) t.ok(shown.includes(`\`${one}\``.replace(/,?`$/, '')), `${name} is ${one}`);
  }
  t.end();
});

t.test('every setting that the manual names exists', (t) => {
  const unknown = ['README.md', ...manual.filter((file) => !/(?:architecture|asvs)\.md$/.test(file))].flatMap((file) =>
    [...read(file).matchAll(/(?:`|^)([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=|`)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !SETTING_NAMES.includes(name) && !OTHER_VARIABLES.has(name) && !ERROR_CODE.test(name))
      .map((name) => `${file}: ${name}`),
  );
  t.strictSame(unknown, []);
  t.end();
});

t.test('what the manual quotes in italics is what pages, errors and log lines say', (t) => {
  const sources = globSync(['{db,plugins,routes,schema}/**/*.ts', 'routes/words/en.json'], { cwd: ROOT }).map(read);
  const product = [...sources, ...[...SENTENCES.values()].map(({ text }) => text)].join('\n');
  const quoting = manual.filter((file) => /^docs\/(?:run|connect)\/|^docs\/account/.test(file));
  const quoted: [file: string, text: string][] = [];
  for (const file of quoting) {
    void walkTokens(lexer(read(file)), (token) => {
      if (token.type === 'em') quoted.push([file, String(token.text).replaceAll('\n', ' ')]);
    });
  }
  t.ok(quoted.length > 60, `${quoted.length} quotations`);
  t.strictSame(
    quoted.filter(([, text]) => !product.includes(text)),
    [],
  );
  t.end();
});
