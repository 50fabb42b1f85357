/** Cookies that only this host receives, and only from its own pages or links to them. */
import cookiePlugin from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

export interface Cookie {
  read(request: Pick<FastifyRequest, 'headers'>): string | undefined;
  /** @param maxAge seconds; 0 deletes the cookie */
  write(reply: FastifyReply, value: string, maxAge: number): void;
  /** Returns the value that an answer sets, which is known when it is sent. */
  given(reply: FastifyReply): string | undefined;
}

/** Returns the headers of an answer that sets no cookies. */
export const withoutCookies = <Headers extends object>(headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== SET_COOKIE)) as Headers;

const SET_COOKIE = 'set-cookie';

export function hostCookie(app: FastifyInstance, bareName: string): Cookie {
  const { isSecure } = app.config;
  // RFC 6265bis §4.1.3.2: the prefix binds the cookie to this host. It requires Secure, which plain http does not have.
  const name = isSecure ? `__Host-${bareName}` : bareName;
  return {
    given(reply) {
      const set = [reply.getHeader(SET_COOKIE) ?? []].flat().map((line) => app.parseCookie(String(line))[name]);
      return set.find((value) => value !== undefined);
    },
    read(request) {
      const header = request.headers.cookie;
      return header === undefined ? undefined : app.parseCookie(header)[name];
    },
    write(reply, value, maxAge) {
      // SameSite=Lax, because the authorization request is a navigation from another site and must find the session.
      reply.setCookie(name, value, { path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax', maxAge });
    },
  };
}

export default fp(
  async (app) => {
    // Cookies are parsed when they are needed, not for every request.
    await app.register(cookiePlugin, { hook: false });
  },
  { name: 'cookies', dependencies: ['config'] },
);
