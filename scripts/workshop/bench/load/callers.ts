import type { Target } from '../targets/target.ts';
import { type Answer, header } from './connection.ts';
import { type Caller, UnexpectedAnswer } from './load.ts';
import {
  authorizationRequest,
  discoveryRequest,
  exchangeRequests,
  introspectionRequests,
  refreshRequests,
  STATE,
  userinfoRequests,
} from './requests.ts';

export const CONNECTIONS = 16;

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** @param limit number of codes that the callers request together */
export function authorizeCallers(target: Target, limit: number, onCode: (code: string) => void): Caller[] {
  const request = authorizationRequest(target);
  let left = limit;
  return times(CONNECTIONS, () => ({
    next: () => (left-- > 0 ? request : undefined),
    accept: (answer) => onCode(codeFrom(target, answer)),
  }));
}

/** Redeems the codes. The callers share them and stop when none is left. */
export function exchangeCallers(target: Target, codes: string[], onTokens: (tokens: Tokens) => void): Caller[] {
  const requestFor = exchangeRequests(target);
  return times(CONNECTIONS, () => ({
    next: () => {
      const code = codes.pop();
      return code === undefined ? undefined : requestFor(code);
    },
    accept: (answer) => {
      expect(answer, 200, '"id_token":"');
      onTokens(tokensFrom(answer));
    },
  }));
}

/** Each caller has its own chain of refresh tokens and presents the latest one. */
export function refreshCallers(target: Target, refreshTokens: readonly string[]): Caller[] {
  const requestFor = refreshRequests(target);
  return refreshTokens.map((first) => {
    let latest = first;
    return {
      next: () => requestFor(latest),
      accept: (answer) => {
        const { refreshToken } = tokensFrom(answer);
        if (refreshToken === latest) throw new UnexpectedAnswer('another refresh token', answer);
        latest = refreshToken;
      },
    };
  });
}

export function introspectionCallers(target: Target, accessTokens: readonly string[]): Caller[] {
  return takingTurns(accessTokens.map(introspectionRequests(target)), (answer) => expect(answer, 200, '"active":true'));
}

export function userinfoCallers(target: Target, accessTokens: readonly string[]): Caller[] {
  return takingTurns(accessTokens.map(userinfoRequests(target)), (answer) => expect(answer, 200, '"email":"'));
}

export function discoveryCallers(target: Target): Caller[] {
  return takingTurns([discoveryRequest(target)], (answer) => expect(answer, 200, '"token_endpoint":"'));
}

function takingTurns(requests: readonly (string | Buffer)[], accept: (answer: Answer) => void): Caller[] {
  let turn = 0;
  return times(CONNECTIONS, () => ({ next: () => requests[turn++ % requests.length], accept }));
}

function times<Item>(count: number, make: () => Item): Item[] {
  return Array.from({ length: count }, make);
}

function expect(answer: Answer, status: number, part: string): void {
  if (answer.status !== status || !answer.body.includes(part))
    throw new UnexpectedAnswer(`${status} with ${part}`, answer);
}

function codeFrom(target: Target, answer: Answer): string {
  const location = header(answer.head, 'location') ?? '';
  const code = /[?&]code=([^&#]+)/.exec(location)?.[1];
  const arrives = answer.status === 303 && location.startsWith(target.client.redirectUri);
  if (!arrives || code === undefined || !location.includes(`state=${STATE}`)) {
    throw new UnexpectedAnswer('303 to the client with code and state', answer);
  }
  return decodeURIComponent(code);
}

function tokensFrom(answer: Answer): Tokens {
  const accessToken = /"access_token": *"([^"]+)"/.exec(answer.body)?.[1];
  const refreshToken = /"refresh_token": *"([^"]+)"/.exec(answer.body)?.[1];
  if (answer.status !== 200 || accessToken === undefined || refreshToken === undefined) {
    throw new UnexpectedAnswer('200 with access_token and refresh_token', answer);
  }
  return { accessToken, refreshToken };
}
