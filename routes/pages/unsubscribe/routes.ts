/**
 * Turns off e-mails about courses without a sign-in. A mail program sends the form by itself (RFC 8058), so it comes from
 * anywhere; opening the link changes nothing, because mail scanners open links.
 */
import type { FastifyInstance } from 'fastify';
import { readParameters } from '../../../schema/data/parameters.ts';
import { UNSUBSCRIBE_PATH } from '../../../schema/people/mail-link.ts';
import { textFor } from '../../words/index.ts';
import { button, hiddenInput } from '../kit/components.ts';
import { html } from '../kit/html.ts';
import { page } from '../kit/layout.ts';
import { messagePage, outcomePage } from '../kit/message.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';

const MAX_BODY = 4096;

export default async function unsubscribeSurface(app: FastifyInstance): Promise<void> {
  const { courseEmailLinks, persons } = app.people;
  showFailures(app);
  // The token is in the address, so the form need not be read.
  const unread = { parseAs: 'buffer', bodyLimit: MAX_BODY } as const;
  app.addContentTypeParser(['multipart/form-data', 'text/plain'], unread, async () => ({}));

  app.get(UNSUBSCRIBE_PATH, async (request, reply) => {
    const token = readParameters(request.query).get('token') ?? '';
    const frame = frameFor(request);
    if (courseEmailLinks.read(token) === undefined) {
      return sendPage(reply.code(404), messagePage(frame, { kind: 'not_found' }), 'plain');
    }
    const { mail, profile } = textFor(frame.language);
    const body = html`<div class="intro"><h1>${profile.courseEmailsTitle}</h1><p>${profile.courseEmailsLead}</p></div>
<form method="post" action="${request.url}">${hiddenInput('List-Unsubscribe', 'One-Click')}
<div class="inline">${button(mail.unsubscribe)}</div></form>`;
    return sendPage(reply, page(frame, { title: profile.courseEmailsTitle, body }), 'form');
  });

  app.post(UNSUBSCRIBE_PATH, async (request, reply) => {
    const frame = frameFor(request);
    const personId = courseEmailLinks.read(readParameters(request.query).get('token') ?? '');
    if (personId === undefined) {
      return sendPage(reply.code(404), messagePage(frame, { kind: 'not_found' }), 'plain');
    }
    await persons.chooseCourseEmails(personId, false);
    const { profile } = textFor(frame.language);
    const next = { href: '/account/profile', label: profile.title };
    const done = { title: profile.courseEmailsTitle, sentences: [profile.courseEmailsOff], next };
    return sendPage(reply, outcomePage(frame, done), 'plain');
  });
}
