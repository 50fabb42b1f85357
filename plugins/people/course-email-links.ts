/**
 * The address in an e-mail about courses at which e-mails of this kind are turned off. It needs nothing else (RFC 8058),
 * so whoever has the e-mail can use it, and it can do nothing more.
 */
import fp from 'fastify-plugin';
import { UNSUBSCRIBE_PATH } from '../../schema/people/mail-link.ts';
import { provide } from '../provide.ts';
import { envelopeOf } from './sealed-forms.ts';

export interface CourseEmailLinks {
  /** Returns an absolute URL. */
  make(personId: string): string;
  /** Returns the id of the person whose e-mails it turns off. @returns `undefined` if it was not made here, or long ago */
  read(token: string): string | undefined;
}

declare module './stores.ts' {
  interface People {
    readonly courseEmailLinks: CourseEmailLinks;
  }
}

/** E-mails lie in mailboxes for long. */
const LIFETIME_MS = 400 * 86_400_000;

export default fp(
  async (app) => {
    const envelope = envelopeOf(app, 'turning off course e-mails');
    provide(app.people, 'courseEmailLinks', {
      make: (personId) =>
        `${app.config.baseUrl}${UNSUBSCRIBE_PATH}?token=${envelope.close([personId], app.clock() + LIFETIME_MS)}`,
      read: (token) => envelope.open(token, app.clock())?.map(String)[0],
    } satisfies CourseEmailLinks);
  },
  { name: 'course-email-links', dependencies: ['config', 'key-ring', 'stores'] },
);
