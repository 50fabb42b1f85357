/**
 * The tokens by which OpenAI verifies who runs the host of a listing in the directory of ChatGPT. It fetches one URL at the
 * root of the host, or of a parent domain, and wants the token of that listing alone.
 */
import { ConfigError, type Environment } from './environment.ts';

/** A token, after the host where it is to be found unless that is the server's own. */
const ENTRY = /^(?:([a-z0-9-]+(?:\.[a-z0-9-]+)+)=)?([\w~+/-]+=*)$/;

/** @returns the tokens by host. @throws {ConfigError} if OpenAI would not find one of them */
export function appChallengesOf({ OPENAI_APPS_CHALLENGE: tokenList = '' }: Environment, ownHost: string) {
  const tokens = new Map<string, string>();
  for (const entry of tokenList.split(/[\s,]+/).filter((one) => one !== '')) {
    const [, host = ownHost, token = ''] = ENTRY.exec(entry) ?? [];
    if (token === '' || tokens.has(host) || !`.${ownHost}`.endsWith(`.${host}`)) {
      throw new ConfigError(
        `OPENAI_APPS_CHALLENGE must be the token that OpenAI shows, and one at most for each parent domain of ${ownHost}: example.com=token`,
      );
    }
    tokens.set(host, token);
  }
  return tokens;
}
