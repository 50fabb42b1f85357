/**
 * What a sign-in with an application would get, said by the code that decides about real ones. Nothing is fetched: the
 * addresses of the developer are read, and never opened.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { challengeOf } from '../../../schema/oauth/pkce.ts';
import { classifyRedirectUri, type RedirectKind } from '../../../schema/oauth/redirect-uri.ts';
import { isMemberScope, joinScopes, roleMayGrant } from '../../../schema/oauth/scope.ts';
import { kindOf, type StoredApplication } from '../../../schema/oauth/site-application.ts';
import { authorizationRequestReader } from '../../oauth/authorize/request.ts';
import type { Text } from '../../words/index.ts';
import type { Finding } from './finding.ts';
import { answerExaminer } from './pasted-answer.ts';

type TestText = Text['handOver']['test'];

/** One who builds an application, and asks about it. */
export interface Asked {
  application: StoredApplication;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Checks {
  /** Looks at the application itself. */
  ofApplication(asked: Asked): Promise<Finding[]>;
  /** Looks at an address at which the app starts a sign-in, or at which one has ended. */
  ofAddress(asked: Asked, address: string): Promise<Finding>;
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

const failed = (title: Finding['title'], sentence: Finding['sentence']): Finding => ({
  outcome: 'failed',
  title,
  sentence,
});

export function handOverChecks(app: FastifyInstance): Checks {
  const { clock, config, oauth } = app;
  const { baseUrl } = config;
  const readRequest = authorizationRequestReader(app);
  const ofAnswer = answerExaminer(app);

  /** Asks the server for its metadata as a client does, and compares the address with the one of this page. */
  async function ofMetadata({ request }: Asked): Promise<Finding> {
    const title = ({ metadata }: TestText): string => metadata.title;
    const url = '/.well-known/oauth-authorization-server';
    const headers = { host: new URL(baseUrl).host };
    const response = await app.inject({ url, headers, remoteAddress: request.ip });
    const { issuer } = response.statusCode === 200 ? response.json<{ issuer?: unknown }>() : {};
    if (issuer !== baseUrl) return failed(title, ({ metadata }) => metadata.failed);
    if (request.host !== new URL(baseUrl).host) {
      return failed(title, ({ metadata }) => metadata.elsewhere({ host: request.host, issuer: baseUrl }));
    }
    return { outcome: 'held', title, sentence: ({ metadata }) => metadata.held({ issuer: baseUrl }) };
  }

  /** Lets the authorization endpoint verify a request. */
  async function refusalOf({ request, reply }: Asked, parameters: unknown): Promise<Finding['error']> {
    try {
      await readRequest(parameters, request, reply);
      return undefined;
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return { code: error.code, description: error.description };
    }
  }

  async function ofRedirect(asked: Asked, uri: string): Promise<Finding> {
    const title = ({ redirect }: TestText): string => redirect.title({ uri });
    const error = await refusalOf(asked, requestParameters(asked.application, uri, baseUrl));
    if (error !== undefined) return { ...failed(title, ({ redirect }) => redirect.refused), error };
    const kind: RedirectKind = classifyRedirectUri(uri).kind ?? 'app';
    return { outcome: 'held', title, sentence: ({ redirect }) => redirect.accepted[kind] };
  }

  async function ofUse({ application }: Asked): Promise<Finding> {
    const title = ({ use }: TestText): string => use.title;
    const { people } = await oauth.siteApplications.use(application, clock());
    return people === 0
      ? { outcome: 'noted', title, sentence: ({ use }) => use.none }
      : { outcome: 'held', title, sentence: ({ use }) => use.some({ people: String(people) }) };
  }

  async function ofRequest(asked: Asked, query: URLSearchParams): Promise<Finding> {
    const title = ({ pasted }: TestText): string => pasted.request;
    // The document of another client must not be fetched for somebody who only claims to be one.
    if (query.getAll('client_id').some((id) => id !== asked.application.id)) {
      return failed(title, ({ pasted }) => pasted.otherClient({ clientId: asked.application.id }));
    }
    const error = await refusalOf(asked, sentAs(query));
    return error === undefined
      ? { outcome: 'held', title, sentence: ({ pasted }) => pasted.accepted }
      : { ...failed(title, ({ pasted }) => pasted.refused), error };
  }

  return {
    async ofApplication(asked) {
      const { application } = asked;
      const redirects: Finding[] = [];
      for (const uri of application.redirectUris) redirects.push(await ofRedirect(asked, uri));
      return [
        await ofMetadata(asked),
        ofSettings(application),
        ...redirects,
        ofScopes(application),
        await ofUse(asked),
      ];
    },

    async ofAddress(asked, address) {
      const url = URL.parse(address);
      if (url?.origin === baseUrl && url.pathname === '/oauth/authorize') return ofRequest(asked, url.searchParams);
      const answer = url?.searchParams;
      if (answer?.has('error') === true || answer?.has('code') === true) return ofAnswer(asked.application, answer);
      const title = ({ pasted }: TestText): string => pasted.answer;
      return failed(title, ({ pasted }) => pasted.neither({ endpoint: `${baseUrl}/oauth/authorize` }));
    },
  };
}

function ofSettings(application: StoredApplication): Finding {
  const kind = kindOf(application);
  return { outcome: 'held', title: ({ settings }) => settings.title, sentence: ({ settings }) => settings[kind] };
}

/** Says which scopes only some people can allow. */
function ofScopes({ scopes }: StoredApplication): Finding {
  const beyond = joinScopes(scopes.filter((scope) => !roleMayGrant({ role: 'member', staffScope: null }, scope)));
  const title = (text: TestText): string => text.scopes.title;
  if (beyond !== '') return { outcome: 'noted', title, sentence: (text) => text.scopes.staff({ scopes: beyond }) };
  const kind = scopes.some(isMemberScope) ? 'account' : 'anyone';
  return { outcome: 'held', title, sentence: (text) => text.scopes[kind] };
}

/** A query in the form in which the server gets it: what is sent several times is a list. */
const sentAs = (query: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [first = '', ...more] = query.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
