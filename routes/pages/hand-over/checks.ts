/**
 * Tests of a sign-in with an application, made by the code that decides about real ones. Nothing is fetched: the
 * addresses of the developer are read, and never opened.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseSplitCredential, sameHash } from '../../../schema/credential.ts';
import { MAX_COUNTED_CONNECTIONS } from '../../../schema/oauth/connection.ts';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { challengeOf } from '../../../schema/oauth/pkce.ts';
import { classifyRedirectUri, type RedirectKind } from '../../../schema/oauth/redirect-uri.ts';
import { isMemberScope, joinScopes, roleMayGrant } from '../../../schema/oauth/scope.ts';
import { kindOf, type StoredApplication } from '../../../schema/oauth/site-application.ts';
import { type AuthorizationCode, whyGrantEnded } from '../../../schema/oauth/token.ts';
import { authorizationRequestReader } from '../../oauth/authorize/request.ts';
import type { Text } from '../../words/index.ts';

/** One who builds an application, and asks about it. */
export interface TestContext {
  application: StoredApplication;
  request: FastifyRequest;
  reply: FastifyReply;
  /** In the language of the reader. */
  text: Text['handOver']['test'];
}

/** One thing that was looked at, in words for the reader. */
export interface Finding {
  outcome: 'held' | 'failed' | 'noted';
  title: string;
  sentence: string;
  /** The error as the app gets it, which is in English. */
  error?: { code: string; description: string } | undefined;
}

/** The parameters of a request for everything that the application may ask for. */
export function requestParameters(application: StoredApplication, redirectUri: string, baseUrl: string) {
  return {
    response_type: 'code',
    client_id: application.id,
    redirect_uri: redirectUri,
    scope: joinScopes(application.scopes),
    resource: baseUrl,
    state: randomBytes(16).toString('base64url'),
    // Nobody learns the verifier, so a code for this challenge is of no use to anyone.
    code_challenge: challengeOf(randomBytes(32).toString('base64url')),
    code_challenge_method: 'S256',
  };
}

const held = (title: string, sentence: string): Finding => ({ outcome: 'held', title, sentence });
const noted = (title: string, sentence: string): Finding => ({ outcome: 'noted', title, sentence });
const failed = (title: string, sentence: string, error?: Finding['error']): Finding => ({
  outcome: 'failed',
  title,
  sentence,
  error,
});

export function handOverChecks(app: FastifyInstance) {
  const { clock, oauth } = app;
  const { baseUrl } = app.config;
  const readRequest = authorizationRequestReader(app);
  const ofAnswer = answerExaminer(app);

  /** Asks the server for its metadata as a client does, and compares the address with the one of this page. */
  async function ofMetadata({ request, text: { metadata } }: TestContext): Promise<Finding> {
    const url = '/.well-known/oauth-authorization-server';
    const { host } = new URL(baseUrl);
    const response = await app.inject({ url, headers: { host }, remoteAddress: request.ip });
    const { issuer } = response.statusCode === 200 ? response.json<{ issuer?: unknown }>() : {};
    if (issuer !== baseUrl) return failed(metadata.title, metadata.failed);
    return request.host === host
      ? held(metadata.title, metadata.held({ issuer: baseUrl }))
      : failed(metadata.title, metadata.elsewhere({ host: request.host, issuer: baseUrl }));
  }

  /** Lets the authorization endpoint verify a request. */
  async function refusalOf({ request, reply }: TestContext, parameters: unknown): Promise<Finding['error']> {
    try {
      await readRequest(parameters, request, reply);
      return undefined;
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return { code: error.code, description: error.description };
    }
  }

  async function ofRedirect(test: TestContext, uri: string): Promise<Finding> {
    const { redirect } = test.text;
    const title = redirect.title({ uri });
    const error = await refusalOf(test, requestParameters(test.application, uri, baseUrl));
    if (error !== undefined) return failed(title, redirect.refused, error);
    const kind: RedirectKind = classifyRedirectUri(uri).kind ?? 'app';
    return held(title, redirect.accepted[kind]);
  }

  async function ofUse({ application, text: { use } }: TestContext): Promise<Finding> {
    const { grants, people } = await oauth.siteApplications.use(application, clock());
    const count = grants > MAX_COUNTED_CONNECTIONS ? `${people}+` : String(people);
    return people === 0 ? noted(use.title, use.none) : held(use.title, use.some({ people: count }));
  }

  async function ofRequest(test: TestContext, query: URLSearchParams): Promise<Finding> {
    const { accepted, otherClient, refused, request: title } = test.text.pasted;
    const { id: clientId } = test.application;
    // The document of another client must not be fetched for somebody who only claims to be one.
    if (query.getAll('client_id').some((id) => id !== clientId)) return failed(title, otherClient({ clientId }));
    const error = await refusalOf(test, sentAs(query));
    return error === undefined ? held(title, accepted) : failed(title, refused, error);
  }

  return {
    /** Looks at the application itself. */
    async ofApplication(test: TestContext): Promise<Finding[]> {
      const { application, text } = test;
      const { settings } = text;
      const redirects: Finding[] = [];
      for (const uri of application.redirectUris) redirects.push(await ofRedirect(test, uri));
      return [
        await ofMetadata(test),
        held(settings.title, settings[kindOf(application)]),
        ...redirects,
        ofScopes(test),
        await ofUse(test),
      ];
    },

    /** Looks at an address at which the app starts a sign-in, or at which one has ended. */
    async ofAddress(test: TestContext, address: string): Promise<Finding> {
      const url = URL.parse(address);
      const endpoint = `${baseUrl}/oauth/authorize`;
      if (url?.origin === baseUrl && url.pathname === '/oauth/authorize') return ofRequest(test, url.searchParams);
      const answer = url?.searchParams;
      if (answer?.has('error') === true || answer?.has('code') === true) return ofAnswer(test, answer);
      const { pasted } = test.text;
      return failed(pasted.answer, pasted.neither({ endpoint }));
    },
  };
}

/** Says which scopes only some people can allow. */
function ofScopes({ application: { scopes }, text: { scopes: text } }: TestContext): Finding {
  const beyond = joinScopes(scopes.filter((scope) => !roleMayGrant({ role: 'member', staffScope: null }, scope)));
  if (beyond !== '') return noted(text.title, text.staff({ scopes: beyond }));
  return held(text.title, text[scopes.some(isMemberScope) ? 'account' : 'anyone']);
}

/** A query in the form in which the server gets it: what is sent several times is a list. */
const sentAs = (query: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [first = '', ...more] = query.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );

/** Explains the answer to a sign-in, from the address at which the browser ended. */
function answerExaminer({ clock, config, oauth: { codes } }: FastifyInstance) {
  /** Finds a code of this application. Nothing is said about the codes of others. */
  async function findCode({ id }: StoredApplication, value: string): Promise<AuthorizationCode | undefined> {
    const presented = parseSplitCredential('authorization_code', value);
    const code = presented && (await codes.find(presented.id));
    if (presented === undefined || code === undefined || !sameHash(code.hash, presented.hash)) return undefined;
    return code.grant.clientId === id ? code : undefined;
  }

  function stateOf(code: AuthorizationCode | undefined): 'unknown' | 'used' | 'late' | 'good' {
    if (code === undefined) return 'unknown';
    if (code.redeemedAt !== null) return 'used';
    const now = clock();
    return code.expiresAt < now || whyGrantEnded(code.grant, config.baseUrl, now) !== undefined ? 'late' : 'good';
  }

  return async ({ application, text: { pasted } }: TestContext, answer: URLSearchParams): Promise<Finding> => {
    const title = pasted.answer;
    const code = answer.get('error');
    if (code !== null) {
      return failed(title, pasted.error, { code, description: answer.get('error_description') ?? '' });
    }
    // RFC 9207 §2.4: an answer of another server must not be used.
    if (answer.get('iss') !== config.baseUrl) return failed(title, pasted.issuer({ issuer: config.baseUrl }));
    const state = stateOf(await findCode(application, answer.get('code') ?? ''));
    return (state === 'used' || state === 'good' ? held : failed)(title, pasted.code[state]);
  };
}
