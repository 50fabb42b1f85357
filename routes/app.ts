/** Builds the server: registers every plugin and route, in order. */
import type { FastifyInstance } from 'fastify';
import connectionAttempts from '../plugins/connection-attempts/index.ts';
import cursors from '../plugins/http/cursors.ts';
import errors from '../plugins/http/errors.ts';
import { internet, type Network } from '../plugins/http/guarded-request.ts';
import http from '../plugins/http/index.ts';
import probe from '../plugins/http/probe.ts';
import rateLimit from '../plugins/http/rate-limit.ts';
import requestOrigin from '../plugins/http/request-origin.ts';
import throttle from '../plugins/http/throttle.ts';
import tracing from '../plugins/http/tracing.ts';
import keyRing from '../plugins/keys/key-ring.ts';
import resealing from '../plugins/keys/resealing.ts';
import signedUrls from '../plugins/keys/signed-urls.ts';
import metrics from '../plugins/metrics/index.ts';
import bearer from '../plugins/oauth/bearer.ts';
import capabilities from '../plugins/oauth/capabilities.ts';
import clientAuthentication from '../plugins/oauth/client-authentication.ts';
import clientResolver from '../plugins/oauth/client-resolver.ts';
import dpop from '../plugins/oauth/dpop.ts';
import graceCopies from '../plugins/oauth/grace-copies.ts';
import metadataDocuments from '../plugins/oauth/metadata-documents.ts';
import presentedToken from '../plugins/oauth/presented-token.ts';
import signer from '../plugins/oauth/signer.ts';
import tokenIssuer from '../plugins/oauth/token-issuer.ts';
import vendors from '../plugins/oauth/vendors.ts';
import openapi from '../plugins/openapi/index.ts';
import accountErasure from '../plugins/people/account-erasure.ts';
import accountExport from '../plugins/people/account-export.ts';
import accountHelp from '../plugins/people/account-help.ts';
import accountProtection from '../plugins/people/account-protection.ts';
import addressHint from '../plugins/people/address-hint.ts';
import chosenLanguage from '../plugins/people/chosen-language.ts';
import cookies from '../plugins/people/cookies.ts';
import courseEmailLinks from '../plugins/people/course-email-links.ts';
import formAnswers from '../plugins/people/form-answers.ts';
import hiddenFirstSteps from '../plugins/people/hidden-first-steps.ts';
import invitationMail from '../plugins/people/invitation-mail.ts';
import knownBrowsers from '../plugins/people/known-browsers.ts';
import loginSession from '../plugins/people/login-session.ts';
import mailLinks from '../plugins/people/mail-links.ts';
import mailer from '../plugins/people/mailer.ts';
import passkeys from '../plugins/people/passkeys.ts';
import passwordPolicy from '../plugins/people/password-policy.ts';
import passwords, { type PasswordCost } from '../plugins/people/passwords.ts';
import powersOutside from '../plugins/people/powers-outside.ts';
import providerJoining from '../plugins/people/provider-joining.ts';
import providerSignIn from '../plugins/people/provider-sign-in.ts';
import providers from '../plugins/people/providers/index.ts';
import secondFactor from '../plugins/people/second-factor.ts';
import shownLinks from '../plugins/people/shown-links.ts';
import signIn from '../plugins/people/sign-in.ts';
import visits from '../plugins/people/visits.ts';
import auditShipping from '../plugins/running/audit-shipping.ts';
import { prettyLog } from '../plugins/running/log-format.ts';
import maintenance from '../plugins/running/maintenance.ts';
import newestBackup from '../plugins/running/newest-backup.ts';
import outbox from '../plugins/running/outbox.ts';
import readiness from '../plugins/running/readiness.ts';
import covers from '../plugins/school/covers.ts';
import memberAccount from '../plugins/school/member-account.ts';
import memberDownloads from '../plugins/school/member-downloads.ts';
import memberEvents from '../plugins/school/member-events.ts';
import notices from '../plugins/school/notices.ts';
import operations from '../plugins/school/operations/index.ts';
import rosters from '../plugins/school/rosters.ts';
import wholeSchools from '../plugins/school/schools.ts';
import sharedLimits from '../plugins/school/shared-limits.ts';
import storage from '../plugins/school/storage.ts';
import webhooks from '../plugins/school/webhooks/index.ts';
import configuration, { type Clock, type Config } from '../plugins/settings/config.ts';
import { systemTimer, type Timer } from '../plugins/settings/timer.ts';
import stores from '../plugins/stores.ts';
import accountGraphql from './apis/account-graphql/index.ts';
import adminApi from './apis/admin/index.ts';
import mcp, { type McpOptions } from './apis/mcp/index.ts';
import uploads from './apis/uploads.ts';
import documents from './documents/index.ts';
import manual from './documents/manual/index.ts';
import reference from './documents/reference/index.ts';
import { renderEmail } from './emails/emails.ts';
import health from './health.ts';
import authorize from './oauth/authorize/index.ts';
import introspect from './oauth/introspect.ts';
import logout from './oauth/logout.ts';
import metadata from './oauth/metadata.ts';
import register from './oauth/register.ts';
import revoke from './oauth/revoke.ts';
import token from './oauth/token/index.ts';
import userinfo from './oauth/userinfo.ts';
import account from './pages/account/routes.ts';
import approvals from './pages/approvals/routes.ts';
import assets from './pages/assets.ts';
import { attemptEvents } from './pages/attempts/events.ts';
import manualCodePages from './pages/authorization/manual-code.ts';
import { oauthPages } from './pages/authorization/screens.ts';
import handOver from './pages/hand-over/routes.ts';
import home from './pages/home.ts';
import invitation from './pages/invitation/routes.ts';
import language from './pages/language.ts';
import learning from './pages/learning/routes.ts';
import platform from './pages/platform/routes.ts';
import recovery from './pages/recovery/routes.ts';
import school from './pages/school/routes.ts';
import setup from './pages/setup/routes.ts';
import schoolSignInPages from './pages/sign-in/at-school.ts';
import signInPages from './pages/sign-in/routes.ts';
import siteAdmin from './pages/site-admin/routes.ts';
import unsubscribe from './pages/unsubscribe/routes.ts';
import { bareServer, type LogStream } from './server.ts';
import { answerSpeculation } from './speculative.ts';
import { leadFromTrailingSlash } from './trailing-slash.ts';
import { answerUnknown } from './unknown.ts';

export interface AppOptions {
  /** Milliseconds since the epoch; default: the system clock. */
  clock?: Clock;
  /** Timer for response timeouts; default: the system's. */
  timer?: Timer;
  /** Destination of log lines; default: standard output. */
  logStream?: LogStream;
  /** Source of metadata documents; default: the internet. */
  network?: Network;
  /** True if housekeeping runs; default: true. Tests that count statements turn it off. */
  housekeeping?: boolean;
  /** True for a command, which may have to read on a disk that takes nothing more. */
  isCommand?: boolean;
  mcp?: McpOptions;
  /** Parameters of the password hashes; default: those of operation. */
  passwordCost?: PasswordCost | undefined;
}

/** Builds the whole server, ready to listen or to be injected into. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<FastifyInstance> {
  const { clock = Date.now, timer = systemTimer, network = internet, housekeeping = true } = options;
  const app = bareServer(config, options.logStream ?? (config.prettyLog ? await prettyLog() : undefined));

  await app.register(configuration, { config, clock, timer });
  await hall(app, options);
  await authorizationServer(app, network, options);
  await people(app, network, options);
  await schools(app, housekeeping, network);
  await app.register(openapi);
  await app.register(maintenance, { isOn: housekeeping });
  await app.register(auditShipping, { isOn: housekeeping });
  await app.register(readiness);
  await app.register(newestBackup);
  await app.register(metrics);

  leadFromTrailingSlash(app);
  answerSpeculation(app);
  answerUnknown(app);
  await oauthEndpoints(app);
  await apis(app, options.mcp ?? {});
  await pages(app);
  await developerDocuments(app);
  await app.register(health);
  return app;
}

/** Registers the plugins that every request uses. */
async function hall(app: FastifyInstance, { housekeeping = true, isCommand = false }: AppOptions): Promise<void> {
  await app.register(tracing);
  await app.register(errors);
  // Before http, which refuses what an unknown proxy forwards.
  await app.register(requestOrigin);
  await app.register(http);
  await app.register(rateLimit);
  await app.register(keyRing);
  await app.register(probe);
  await app.register(stores, { readsCopy: isCommand });
  await app.register(connectionAttempts, { isOn: housekeeping });
  await app.register(throttle);
  await app.register(cursors);
  await app.register(signedUrls);
  await app.register(resealing);
}

async function authorizationServer(
  app: FastifyInstance,
  network: Network,
  { isCommand = false }: AppOptions,
): Promise<void> {
  await app.register(capabilities);
  await app.register(signer);
  await app.register(tokenIssuer);
  await app.register(graceCopies);
  await app.register(metadataDocuments, { network });
  await app.register(clientResolver);
  await app.register(clientAuthentication);
  await app.register(presentedToken);
  await app.register(dpop);
  await app.register(bearer);
  await app.register(vendors, { isNeeded: !isCommand });
}

async function people(
  app: FastifyInstance,
  network: Network,
  { housekeeping = true, passwordCost }: AppOptions,
): Promise<void> {
  await app.register(outbox, { isOn: housekeeping });
  await app.register(mailer, { write: renderEmail });
  await app.register(passwords, { cost: passwordCost });
  await app.register(cookies);
  await app.register(chosenLanguage);
  await app.register(knownBrowsers);
  await app.register(addressHint);
  await app.register(hiddenFirstSteps);
  await app.register(signIn);
  await app.register(mailLinks);
  await app.register(courseEmailLinks);
  await app.register(invitationMail);
  await app.register(shownLinks);
  await app.register(passwordPolicy);
  await app.register(loginSession);
  await app.register(formAnswers);
  await app.register(providers, { network });
  await app.register(passkeys);
  await app.register(powersOutside);
  await app.register(providerSignIn);
  await app.register(providerJoining);
  await app.register(secondFactor);
  await app.register(accountProtection);
  await app.register(accountErasure);
  await app.register(accountExport);
  await app.register(accountHelp);
  await app.register(visits);
}

async function schools(app: FastifyInstance, housekeeping: boolean, network: Network): Promise<void> {
  await app.register(storage);
  await app.register(wholeSchools);
  await app.register(memberAccount);
  await app.register(covers);
  await app.register(memberDownloads);
  await app.register(memberEvents);
  await app.register(notices);
  await app.register(rosters);
  // The parser is loaded for the first text, so that a start does not wait for it.
  const faultOfText = async (text: string) => (await import('./pages/school/school-text.ts')).faultOfText(text);
  await app.register(operations, { faultOfText });
  await app.register(sharedLimits);
  await app.register(webhooks, { isOn: housekeeping, network });
}

/** Registers the endpoints of OAuth 2.0 and OpenID Connect. */
async function oauthEndpoints(app: FastifyInstance): Promise<void> {
  await app.register(metadata);
  await app.register(register);
  const pages = oauthPages(app);
  await app.register(authorize, { pages });
  await app.register(token);
  await app.register(userinfo);
  await app.register(introspect);
  await app.register(revoke);
  await app.register(logout, { pages });
}

/** Registers the APIs that take tokens. */
async function apis(app: FastifyInstance, mcpOptions: McpOptions): Promise<void> {
  await app.register(accountGraphql);
  await app.register(adminApi);
  await app.register(uploads);
  await app.register(mcp, mcpOptions);
}

/** Registers the web pages. */
async function pages(app: FastifyInstance): Promise<void> {
  await app.register(assets);
  await app.register(home);
  await app.register(language);
  await app.register(school);
  await app.register(signInPages);
  await app.register(schoolSignInPages);
  await app.register(recovery);
  await app.register(invitation);
  await app.register(unsubscribe);
  await app.register(handOver);
  await app.register(manualCodePages);
  await app.register(account);
  await app.register(approvals);
  await app.register(learning);
  app.decorate('attemptEvents', attemptEvents(app));
  await app.register(siteAdmin);
  await app.register(platform);
  await app.register(setup);
}

/** Registers documents for developers and their tools. */
async function developerDocuments(app: FastifyInstance): Promise<void> {
  await app.register(documents);
  await app.register(manual);
  await app.register(reference);
}
