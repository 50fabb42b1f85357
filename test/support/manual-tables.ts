/** The tables of the manual that come from the source, as they stand between the markers in `docs/`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { COUNTERS, GAUGES, HISTOGRAMS, TOTALS } from '../../plugins/metrics/definitions.ts';
import { MOST_STREAMS } from '../../routes/pages/attempts/events.ts';
import { fill, textFor } from '../../routes/words/index.ts';
import { type RuleKey, ruleKey, whoChanges } from '../../schema/attempts/connection-attempt.ts';
import { EVENT_NAMES, rowOfEvent } from '../../schema/audit/events.ts';
import { keysOf } from '../../schema/data/objects.ts';
import {
  BODY_LIMITS,
  COUNTED_REQUESTS,
  MAX_PARAMETER,
  MAX_VALUES,
  PENDING_REQUESTS,
  REQUESTS_PER_MINUTE,
} from '../../schema/limits.ts';
import { roleMayGrant, SCOPES, type Scope } from '../../schema/oauth/scope.ts';
import { SCOPE_GUIDE } from '../../schema/oauth/scope-guide.ts';
import { ROLES } from '../../schema/people/role.ts';
import { programFilesIn } from '../../schema/program/files.ts';
import { ERROR_GUIDE, nextOf, statusInWords } from '../../schema/refusals/codes.ts';
import { type RefusalReason, SENTENCES } from '../../schema/refusals/index.ts';
import type { Who } from '../../schema/refusals/row.ts';
import { REFUSALS } from '../../schema/refusals/rows.ts';
import { PROBLEM_STATUS } from '../../schema/school/problem.ts';
import { PROBLEM_GUIDE } from '../../schema/school/problem-guide.ts';
import { SCOPE_BOUNDS } from '../../schema/school/scope-bounds.ts';
import { WEBHOOK_EVENTS } from '../../schema/school/webhook.ts';
import * as throttles from '../../schema/throttle.ts';
import { PROOFS, storedProofs } from '../../scripts/workshop/proofs.ts';
import { reliabilityTables } from '../faults/page.ts';
import { transitionsInWords } from '../machines/model/words.ts';
import { AGENTS, behaviourOf, commandsOf, pageOf } from './agent-pages.ts';
import { GROWTH } from './growth-table.ts';
import { libraryTable, MCP_STEPS, mcpStepsTable } from './library-table.ts';
import { callsIn } from './played-model.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** What each file has between its markers, by the name in them. */
export const manualTables = async (
  app: FastifyInstance,
): Promise<readonly [file: string, name: string, content: string][]> => [
  ['docs/errors.md', 'error codes', errors()],
  ['docs/problems.md', 'problems', problems()],
  ['docs/connect/refusals.md', 'refusals', refusals()],
  ['docs/reference/scopes.md', 'scopes', scopes(app)],
  ['docs/reference/limits.md', 'limits', limits(app)],
  ['docs/reference/audit-events.md', 'audit events', auditEvents()],
  ['docs/reference/endpoints.md', 'endpoints', await endpoints(app)],
  ['docs/reference/commands.md', 'usage', usages()],
  ['docs/run/monitoring.md', 'metrics', metrics()],
  ['docs/connect/choose.md', 'libraries', table(['library', 'version', 'what works', 'to know'], libraryTable())],
  ['docs/connect/choose.md', 'steps', table(['client', ...MCP_STEPS], mcpStepsTable())],
  ['docs/connect/webhooks.md', 'webhooks', webhookEvents()],
  ['docs/connect/mcp.md', 'skills', skillsFor(app)],
  ...AGENTS.flatMap((key): [file: string, name: string, content: string][] => [
    [pageOf(key), 'commands', commandsOf(key)],
    [pageOf(key), 'behaviour', table(['', 'what happens'], behaviourOf(key))],
  ]),
  ...reliabilityTables(),
  ['docs/release.md', 'proofs', table(['proof', 'what', 'last passed', 'commit', 'minutes'], proofs())],
  ['test/machines/model/README.md', 'transitions', table(['event', 'if', 'then', 'row'], transitionsInWords())],
];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function proofs(): string[][] {
  const kept = storedProofs();
  return keysOf(PROOFS).map((name) => {
    const { day = 'not yet', commit = '–', minutes = '–' } = kept[name] ?? {};
    return [`\`${name}\``, PROOFS[name]?.title ?? '', day, commit, String(minutes)];
  });
}

const paragraphs = (...parts: readonly string[]): string => parts.join('\n\n');

function errors(): string {
  const entries = keysOf(ERROR_GUIDE).map((code) => {
    const closed = nextOf(code, 'vendors_only');
    const { meaning, next } = ERROR_GUIDE[code];
    const onlyVendors = closed === next ? [] : [`If only known integrations can register: ${closed}`];
    const reasons = keysOf(REFUSALS).filter((reason) => sentencesOf(reason).some(({ codes }) => codes.includes(code)));
    const listed = reasons.map((reason) => `\`${reason}\``).join(', ');
    const found = listed === '' ? '' : ` In the log: ${listed} ([Refusals](connect/refusals.md)).`;
    return paragraphs(`## ${code}`, `Status ${statusInWords(code)}. ${meaning}${found}`, next, ...onlyVendors);
  });
  return paragraphs(...entries);
}

const sentencesOf = (of: RefusalReason) => [...SENTENCES.values()].filter(({ reason }) => reason === of);

const ACTORS: Readonly<Record<Who, string>> = {
  developer: 'You',
  school: 'The school',
  platform: 'The platform',
  server: 'The operator',
  person: 'The person',
};

/** Where each part of the flow begins. */
const PARTS: Readonly<Partial<Record<RefusalReason, string>>> = {
  malformed_request: 'Any request',
  unknown_client: 'The client',
  registration_off: 'Registration',
  redirect_uri_not_registered: 'Authorization request',
  grant_type_unsupported: 'Token request',
  token_missing: 'Access token',
  url_not_signed: 'Files of a school',
};

/** The answers to a client, and what the page of connection attempts says of their reasons. */
function refusals(): string {
  const { rules } = textFor('en').attempts;
  const rowOf = (reasons: readonly [RefusalReason, ...RefusalReason[]]): string[] => {
    const names = reasons.map((reason) => `\`${reason}\``).join(', ');
    const byCode = Map.groupBy(reasons.flatMap(sentencesOf), ({ codes, status }) => {
      const listed = codes.map((code) => `\`${code}\``).join(' or ');
      return status === undefined ? listed : `${listed} (${status})`;
    });
    const quoted = (text: string): string => (text === '{fault}' ? '(a sentence that names the fault)' : `*${text}*`);
    const answers = [...byCode].map(([codes, all]) => {
      return `${codes} ${[...new Set(all.map(({ text }) => quoted(text)))].join(' or ')}`;
    });
    const rule = explanationOf(reasons[0]);
    if (rule === undefined) return [names, answers.join('; '), '', ''];
    const [cause = '', ...steps]: readonly string[] = rules[rule];
    const who = whoChanges(rule);
    const isYours = who.every((one) => one === 'developer');
    const next = steps.map((step, at) => (isYours ? step : `**${ACTORS[who[at] ?? 'developer']}:** ${step}`));
    return [names, answers.join('; '), cause, next.join(' ')];
  };
  const reasons = keysOf(REFUSALS);
  const starts = [...reasons.keys()].filter((at) => PARTS[reasons[at] as RefusalReason] !== undefined);
  return paragraphs(
    ...starts.flatMap((start, part) => {
      const alike = Map.groupBy(reasons.slice(start, starts[part + 1]), (reason) => explanationOf(reason) ?? reason);
      const rows = [...alike.values()].map((group) => rowOf(group as [RefusalReason, ...RefusalReason[]]));
      const title = PARTS[reasons[start] as RefusalReason];
      return [`## ${title}`, table(['reason', 'answer', 'cause', 'what to do'], rows)];
    }),
  );
}

/** The explanation of a malformed request is also that of others, of which it says less than their sentence. */
function explanationOf(reason: RefusalReason): RuleKey | undefined {
  const rule = ruleKey(reason);
  return rule === 'malformed_request' && rule !== reason ? undefined : rule;
}

const webhookEvents = (): string =>
  table(
    ['event', 'sent when', '`data`, besides `school_id`'],
    keysOf(WEBHOOK_EVENTS).map((name) => [
      `\`${name}\``,
      WEBHOOK_EVENTS[name].about,
      `\`${JSON.stringify(WEBHOOK_EVENTS[name].example)}\``,
    ]),
  );

const SKILLS = 'routes/apis/mcp/skills';

/** Tools that are no operation are those of members, which are about what is theirs, and those for everyone. */
const skillsFor = ({ school: { catalogue } }: FastifyInstance): string =>
  table(
    ['skill', 'title', 'lowest role', 'tools'],
    programFilesIn(SKILLS).map((file) => {
      const source = read(`${SKILLS}/${file}`);
      const tools = [...new Set(callsIn(source).map(({ tool }) => tool))];
      const scopes = catalogue.filter(({ name }) => tools.includes(name)).map(({ scope }) => scope);
      const role = ROLES.findLast((role) => scopes.every((scope) => roleMayGrant({ role, staffScope: null }, scope)));
      const forAll = tools.some((tool) => tool.includes('_my_')) ? 'member' : 'none, without sign-in';
      const title = /^# (.+)$/m.exec(source)?.[1] ?? '';
      const names = tools.map((tool) => `\`${tool}\``).join(', ');
      return [`\`${file.replace(/\.md$/, '')}\``, title, scopes.length === 0 ? forAll : String(role), names];
    }),
  );

const problems = (): string =>
  paragraphs(
    ...keysOf(PROBLEM_GUIDE).map((type) => {
      const { title, meaning, next } = PROBLEM_GUIDE[type];
      return paragraphs(`## ${type}`, `*${title}*, status ${PROBLEM_STATUS[type]}. ${meaning}`, next);
    }),
  );

function scopes({ school: { catalogue } }: FastifyInstance): string {
  const lowestRole = (scope: Scope): string =>
    ROLES.findLast((role) => roleMayGrant({ role, staffScope: null }, scope)) ?? '';
  const operations = Map.groupBy(catalogue, ({ scope }) => scope);
  const opened = (scope: Scope): string =>
    operations
      .get(scope)
      ?.map(({ name }) => `\`${name}\``)
      .join(', ') ??
    OTHERWISE_OPENED[scope] ??
    '';
  return paragraphs(
    table(
      ['scope', 'what the consent page says', 'lowest role'],
      SCOPES.map((scope) => [`\`${scope}\``, SCOPE_GUIDE[scope], lowestRole(scope)]),
    ),
    '## What a scope opens, and what it is not meant for',
    'The names are those of admin API operations and their tools.',
    table(
      ['scope', 'opens', 'not meant, and why'],
      SCOPES.map((scope) => [`\`${scope}\``, opened(scope), SCOPE_BOUNDS[scope]]),
    ),
  );
}

/** What scopes open that are not those of operations. */
const OTHERWISE_OPENED: Readonly<Partial<Record<Scope, string>>> = {
  openid: 'the claims `sub`, `org_id` and `roles`',
  profile: 'the claim `name`',
  email: 'the claims `email` and `email_verified`',
  'account:read': 'queries of the Account API, and tools that read one’s own account',
  'account:write': 'mutations of the Account API, and tools that change one’s own account',
};

const THROTTLES: Readonly<Record<keyof typeof throttles, string>> = {
  SIGN_IN_PER_ACCOUNT: 'failed sign-ins at one account from one network',
  SIGN_IN_PER_BROWSER: 'the same from one browser in which the person has signed in before',
  SIGN_IN_OVERALL: 'failed sign-ins in a row at one account, from all networks',
  SIGN_IN_PER_NETWORK: 'failed sign-ins at any account from one network',
  SECOND_FACTOR_PER_ACCOUNT: 'wrong authenticator codes at one account, except from known browsers',
  SECOND_FACTOR_PER_BROWSER: 'the same from one browser in which the person has signed in before',
  SECOND_FACTOR_OVERALL: 'wrong codes in a row after one password, from known browsers and all others',
  SECOND_FACTOR_PER_APP: 'wrong codes of one authenticator app, except from known browsers',
  RECOVERY_CODES_PER_NETWORK: 'wrong recovery codes of one account, from one network or known browser',
  UNTOLD_WRONG_CODES: 'wrong second factors in a row before the person gets an e-mail',
  WRONG_CODE_EMAILS: 'e-mails to one person about wrong second factors',
  PROVIDER_FAILURES: 'answers with a code that the provider of a school does not know, from one network',
  JOINS_PER_SITE: 'people who become members of one school by its provider, without an invitation',
  JOINS_PER_SITE_AND_DAY: 'the same in a day',
  PROVIDER_ANSWERS: 'answers of the provider of a school to one sign-in',
  EMAILS_PER_ADDRESS: 'e-mails with a link to one address',
  RESETS_PER_NETWORK: 'password resets from one network',
  SAME_PASSWORD_PER_LINK: 'new passwords compared with the current one, per reset link; more are not compared',
  NEW_BROWSER_EMAILS: 'e-mails to one person about new browsers',
  ACCOUNT_EXPORTS: 'downloads of all data of an account',
  EMAILS_PER_PERSON: 'e-mails that a signed-in person causes',
  INVITATIONS_PER_ADDRESS: 'invitations of one school to one address',
  ALL_INVITATIONS_PER_ADDRESS: 'invitations of all schools to one address',
  INVITATIONS_BEYOND: 'beyond that, invitations of one school to one address; more are not sent',
  INVITATIONS_PER_SITE: 'invitations of one school',
  IMPORTED_INVITATIONS: 'of these, invitations by lists of people; more are sent later',
  REVIEWS_PER_SITE: 'apps that one school asks the platform to review',
  ROSTERS_PER_SITE: 'lists of people that one school has compared',
  MOVES_PER_EVENT: 'e-mails about a new time or venue to all registered members of one event',
  NOTICES_PER_PERSON: 'e-mails of one school to one person about courses and seats',
  NOTICES_OF_RIGHTS: 'the same about roles, owners and second factors',
  APPROVAL_LETTERS: 'e-mails to one person about decisions that apps wait for',
  REGISTRATION_PER_NETWORK: 'registrations of clients from one network',
};

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const;

/** As in `30 days` or `90 minutes`. */
export function lasting(ms: number): string {
  const [size, unit] = UNITS.find(([one]) => ms % one === 0) ?? UNITS[3];
  return `${ms / size} ${unit}${ms === size ? '' : 's'}`;
}

const counted = (count: number): string => count.toLocaleString('en');

function afterwards(rule: throttles.ThrottleRule): string {
  if (rule.afterwards === 'growing_delay') return `a delay that doubles up to ${lasting(rule.longestDelayMs)}`;
  if (rule.afterwards === 'wait_for_window') return 'wait until the period ends';
  return `one more every ${lasting(rule.windowMs / rule.limit)}`;
}

function limits({ config: { lifetimes } }: FastifyInstance): string {
  const rules = new Map(Object.entries(throttles));
  return paragraphs(
    '## Requests',
    'Each server counts by itself, and each of its workers (`WORKERS`) a share. `RATE_LIMITS=off` turns these limits off for load tests.',
    table(
      ['requests', 'a minute', 'per'],
      keysOf(COUNTED_REQUESTS).map((name) => {
        const { subject: what, per } = COUNTED_REQUESTS[name];
        return [what, counted(REQUESTS_PER_MINUTE[name]), per];
      }),
    ),
    '## Accounts, e-mails and registrations',
    'Counted in the database for all nodes, and always on.',
    table(
      ['counted', 'free', 'then'],
      keysOf(THROTTLES).flatMap((name) => {
        const rule = rules.get(name);
        if (rule === undefined) return [];
        return [[THROTTLES[name], `${counted(rule.limit)} in ${lasting(rule.windowMs)}`, afterwards(rule)]];
      }),
    ),
    '## Sizes',
    table(
      ['what', 'at most'],
      [
        ...BODY_LIMITS.map(({ subject: what, bytes }) => [what, `${counted(bytes / 1024)} KB`]),
        ['JSON values without a token', counted(MAX_VALUES.stranger)],
        ['JSON values with a token', counted(MAX_VALUES.known)],
        ['a query or form parameter', `${counted(MAX_PARAMETER)} characters`],
        ['stored authorization requests per network', counted(PENDING_REQUESTS.perNetwork)],
        ['stored authorization requests overall', counted(PENDING_REQUESTS.overall)],
        ['open pages *Connection attempts* of one person', counted(MOST_STREAMS.person)],
        ['such pages per process', counted(MOST_STREAMS.all)],
      ],
    ),
    '## What strangers can store',
    'Everything that grows with requests of people without an account, and its bound. Expired rows are deleted in small batches.',
    table(
      ['what', 'at most', 'kept', 'setting'],
      GROWTH.map(({ what, bound, kept, setting }) => [what, bound, kept, setting]),
    ),
    '## Lifetimes',
    'With the default [configuration](configuration.md).',
    table(
      ['what', 'lasts'],
      [
        ['unanswered authorization request', lasting(lifetimes.pendingRequest)],
        ['authorization code, single use', lasting(lifetimes.code)],
        ['access token', lasting(lifetimes.accessToken)],
        ['ID token', lasting(lifetimes.idToken)],
        ['unused refresh token', lasting(lifetimes.refreshIdle)],
        ['grant, however often it is refreshed', lasting(lifetimes.refreshAbsolute)],
        ['rotated refresh token, while its successor is unused', lasting(lifetimes.refreshRepeat)],
        ['rotated refresh token, after its successor was used', lasting(lifetimes.refreshGrace)],
        ['remembered consent', lasting(lifetimes.consentMemory)],
        ['session of a member without a visit', lasting(lifetimes.memberSessionIdle)],
        ['session of a member', lasting(lifetimes.memberSession)],
        ['session of a person with a role above member', lasting(lifetimes.operatorSession)],
        ['proof of two factors, if a recent one is required', lasting(lifetimes.freshSecondFactor)],
      ],
    ),
  );
}

/** The sentences of the log begin with a name, and some say what it is the name of. */
const asSentence = (said: string): string =>
  said.replace('the app the app', 'the app').replace(/^./, (first) => first.toUpperCase());

function auditEvents(): string {
  const values = {
    who: 'the person',
    app: 'the app',
    target: 'the object',
    was: 'the old one',
    is: 'the new one',
    why: 'the reason',
    by: 'person',
  };
  const { events } = textFor('en');
  return table(
    ['event', 'recorded when', 'also shown to the person'],
    EVENT_NAMES.map((event) => {
      const { own, toMember } = rowOfEvent(event);
      return [`\`${event}\``, asSentence(fill(events[event].log, values)), own || toMember ? 'yes' : ''];
    }),
  );
}

async function endpoints(app: FastifyInstance): Promise<string> {
  const { tags, paths } = await app.describeService();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name }) => {
    const rows = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation: { summary, security } }) => {
        const scopes = [...new Set(security.flatMap((one) => Object.values(one).flat()))];
        return [`\`${method.toUpperCase()} ${path}\``, summary, scopes.map((scope) => `\`${scope}\``).join(' or ')];
      });
    return paragraphs(
      `## ${name.replace(/^./, (first) => first.toUpperCase())}`,
      table(['endpoint', 'does', 'scope'], rows),
    );
  });
  return paragraphs(...sections);
}

const USAGES = {
  connect: 'scripts/commands/connect/options.ts',
  doctor: 'scripts/commands/doctor/options.ts',
  schools: 'scripts/commands/schools.ts',
  users: 'scripts/commands/users.ts',
  roster: 'scripts/commands/roster.ts',
  clients: 'scripts/commands/clients.ts',
  outbox: 'scripts/commands/outbox.ts',
  webhooks: 'scripts/commands/webhooks.ts',
  keys: 'scripts/commands/keys.ts',
  audit: 'scripts/commands/audit.ts',
  backup: 'scripts/commands/backup.ts',
  restore: 'scripts/commands/restore.ts',
  move: 'scripts/commands/move.ts',
} as const;

/** The usage of a command, as its source has it. */
export const usageOf = (command: keyof typeof USAGES): string =>
  (/USAGE = [`']([\s\S]*?)[`'];/.exec(read(USAGES[command]))?.[1] ?? '').replaceAll('\\n', '\n').trim();

export const COMMANDS_WITH_USAGE: ReadonlySet<string> = new Set(keysOf(USAGES));

const usages = (): string =>
  paragraphs(...keysOf(USAGES).map((command) => paragraphs(`### ${command}`, `\`\`\`\n${usageOf(command)}\n\`\`\``)));

function metrics(): string {
  const kinds = { counter: { ...COUNTERS, ...TOTALS }, gauge: GAUGES, histogram: HISTOGRAMS };
  const own = keysOf(kinds).flatMap((kind) =>
    Object.values(kinds[kind]).map(({ name, labelNames, help }) => [
      `\`${name}\``,
      kind,
      [...labelNames].map((label) => `\`${label}\``).join(', '),
      help,
    ]),
  );
  const register = new Registry();
  collectDefaultMetrics({ register });
  const ofProcess = register.getMetricsAsArray().map(({ name }) => `\`${name}\``);
  return paragraphs(
    table(['metric', 'kind', 'labels', 'means'], own),
    `Those of every Node process: ${ofProcess.join(', ')}.`,
  );
}
