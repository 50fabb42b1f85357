/** The e-mails about what is connected: an app that the platform has reviewed, and a sign-in of a school. */
import type { EmailMessage, SchoolNotice } from '../../schema/emails/email-message.ts';
import { displayText } from '../pages/kit/display-text.ts';
import type { Text } from '../words/index.ts';
import { type EmailText, named } from './written.ts';

export function connectedText(
  message: Extract<EmailMessage, { kind: 'sign_in_connected' }>,
  { subject, before, after }: Text['mail']['sign_in_connected'],
  at: string,
): EmailText {
  const [school, who, host] = [named(message.school), named(message.who), displayText(message.host)];
  return { subject: subject({ school }), before: before({ school, who, host, at }), after };
}

export function reviewText(
  message: Extract<SchoolNotice, { kind: 'review_answered' }>,
  { subject, before, reason, after }: Text['mail']['review_answered'],
): EmailText {
  const [app, school] = [named(message.app), named(message.school)];
  const why = message.reason === null ? '' : ` ${reason({ reason: displayText(message.reason) })}`;
  const { answer } = message;
  return { subject: subject[answer]({ app }), before: `${before[answer]({ app, school })}${why}`, after };
}
