/** Explains the answer to a sign-in, from the address at which the browser ended. */
import type { FastifyInstance } from 'fastify';
import { parseSplitCredential, sameHash } from '../../../schema/credential.ts';
import type { StoredApplication } from '../../../schema/oauth/site-application.ts';
import { type AuthorizationCode, whyGrantEnded } from '../../../schema/oauth/token.ts';
import type { Text } from '../../words/index.ts';
import type { Finding } from './finding.ts';

type TestText = Text['handOver']['test'];

type OfAnswer = (application: StoredApplication, answer: URLSearchParams) => Promise<Finding>;

const title = ({ pasted }: TestText): string => pasted.answer;

export function answerExaminer({ clock, config, oauth: { codes } }: FastifyInstance): OfAnswer {
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

  return async (application, answer) => {
    const error = answer.get('error');
    if (error !== null) {
      const said = { code: error, description: answer.get('error_description') ?? '' };
      return { outcome: 'failed', title, sentence: ({ pasted }) => pasted.error, error: said };
    }
    // RFC 9207 §2.4: an answer of another server must not be used.
    if (answer.get('iss') !== config.baseUrl) {
      return { outcome: 'failed', title, sentence: ({ pasted }) => pasted.issuer({ issuer: config.baseUrl }) };
    }
    const state = stateOf(await findCode(application, answer.get('code') ?? ''));
    const outcome = state === 'used' || state === 'good' ? 'held' : 'failed';
    return { outcome, title, sentence: ({ pasted }) => pasted.code[state] };
  };
}
