/** The commands of the program. Each is loaded only when it runs. */

export interface CommandModule {
  readonly USAGE: string;
  /** Sets the exit code: 0 for success, 1 for a failure, 2 for wrong arguments. */
  main(args: readonly string[]): Promise<void>;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The subcommands and options that a shell completes. */
  readonly words: readonly string[];
  load(): Promise<CommandModule>;
}

export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    summary: 'start the server; this is what happens without a command',
    words: [],
    load: () => import('./start.ts'),
  },
  {
    name: 'migrate',
    summary: 'migrate the database without serving',
    words: [],
    load: () => import('./migrate.ts'),
  },
  {
    name: 'upgrade-check',
    summary: 'say before an upgrade what would go wrong with it',
    words: ['--json'],
    load: () => import('./upgrade-check.ts'),
  },
  {
    name: 'seed',
    summary: 'create the demo platform',
    words: ['--json', '--scale'],
    load: () => import('./seed.ts'),
  },
  {
    name: 'keys',
    summary: 'list, rotate and revoke signing keys, and make and replace the master key',
    words: ['list', 'rotate', 'revoke', 'reseal', 'master', 'reset', '--now', '--i-have-lost-the-master-key'],
    load: () => import('./keys.ts'),
  },
  {
    name: 'clients',
    summary: 'review clients that are identified by a URL, and change applications of schools',
    words: [
      ...['list', 'show', 'approve', 'block', 'adopt', 'release', 'set'],
      ...['--review', '--site', '--default-scope', '--introspect', '--dpop', '--logo'],
    ],
    load: () => import('./clients.ts'),
  },
  {
    name: 'schools',
    summary: 'create, close, export, hand over and delete whole schools',
    words: [
      ...['list', 'show', 'create', 'close', 'reopen', 'hand-over', 'export', 'delete', 'cancel-deletion'],
      ...[
        '--name',
        '--owner',
        '--locale',
        '--timezone',
        '--currency',
        '--from',
        '--to',
        '--days',
        '--yes',
        '--by',
        '--json',
      ],
    ],
    load: () => import('./schools.ts'),
  },
  {
    name: 'users',
    summary: 'show, import, export and erase accounts, and help when one was taken over',
    words: [
      ...['find', 'show', 'disable', 'enable', 'sign-out', 'end-grants', 'send-reset'],
      ...['reset-second-factor', 'undo-email', 'export', 'import', 'erase', 'erase-again', 'end-before'],
      ...['--by', '--to', '--yes', '--dry-run'],
    ],
    load: () => import('./users.ts'),
  },
  {
    name: 'roster',
    summary: 'import a list of people into a school',
    words: ['--course', '--end-missing', '--dry-run', '--as', '--by'],
    load: () => import('./roster.ts'),
  },
  {
    name: 'audit',
    summary: 'list the audit events of the whole platform, and verify them',
    words: [
      ...['list', 'verify'],
      ...['--person', '--site', '--platform', '--event', '--client', '--from', '--to', '--first'],
    ],
    load: () => import('./audit.ts'),
  },
  {
    name: 'outbox',
    summary: 'list what waits to be sent or was given up, try again, and test the mail server',
    words: ['list', 'retry', 'drop', 'test', '--failed', '--all', '--json'],
    load: () => import('./outbox.ts'),
  },
  {
    name: 'webhooks',
    summary: 'list the webhooks of a school, switch them off and on, and send again what failed',
    words: ['list', 'disable', 'enable', 'replay', '--json'],
    load: () => import('./webhooks.ts'),
  },
  {
    name: 'backup',
    summary: 'take a backup while the server runs, list backups, and verify them',
    words: ['list', 'verify', 'new-identity', '--to', '--keep', '--recipient', '--identity', '--json'],
    load: () => import('./backup.ts'),
  },
  {
    name: 'restore',
    summary: 'put a backup into an empty place',
    words: ['--identity', '--keep-sessions'],
    load: () => import('./restore.ts'),
  },
  {
    name: 'move',
    summary: 'move the database from SQLite to PostgreSQL, or back',
    words: ['--to', '--to-file', '--json'],
    load: () => import('./move.ts'),
  },
  {
    name: 'connect',
    summary: 'run an OAuth client through the whole flow, with explanations',
    words: [
      ...[
        '--server',
        '--client-id',
        '--client-secret',
        '--client-secret-file',
        '--scope',
        '--host',
        '--port',
        '--path',
      ],
      ...['renew', '--no-open', '--keep', '--save', '--save-grant', '--paste', '--margin', '--print', '--json'],
    ],
    load: () => import('./connect.ts'),
  },
  {
    name: 'doctor',
    summary: 'find out what is wrong with a deployment, what would stop a known client, and what a listing needs',
    words: [
      ...['deployment', 'connect', 'listing', '--school', '--server', '--email', '--password', '--way', '--client-id'],
      ...['--connect-to', '--plain-port', '--clock', '--dns', '--json'],
    ],
    load: () => import('./doctor.ts'),
  },
];
