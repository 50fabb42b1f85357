/** The e-mails about who owns a school. */
import type { SchoolNotice } from '../../schema/emails/email-message.ts';
import { isOpenOffer } from '../../schema/people/ownership.ts';
import type { Language, Text } from '../words/index.ts';
import { type EmailText, named, written } from './written.ts';

export function ownershipText(
  { by, expiresAt, isGiver, isYours, school, state, timezone, to }: Extract<SchoolNotice, { kind: 'ownership' }>,
  { subject, before, after, giver, yours }: Text['mail']['ownership'],
  language: Language,
): EmailText {
  const name = named(school);
  const at = written(expiresAt, language, timezone);
  const isOpen = isOpenOffer(state);
  if (isYours === true) {
    const isWithdrawn = state === 'withdrawn' || state === 'withdrawn_instead';
    const end = isOpen ? yours.after : isWithdrawn ? yours.afterWithdrawal : yours.afterAnswer;
    return {
      subject: subject({ school: name }),
      before: yours[state]({ school: name, by: named(by), at }),
      after: end,
    };
  }
  if (isGiver === true) {
    const end = isOpen ? giver.after : giver.afterAnswer;
    return {
      subject: subject({ school: name }),
      before: giver[state]({ school: name, to: named(to), at }),
      after: end,
    };
  }
  return {
    subject: subject({ school: name }),
    before: before[state]({ school: name, by: named(by), to: named(to), at }),
    after,
  };
}

export function steppedDownText(
  { by, isYours, school }: Extract<SchoolNotice, { kind: 'owner_stepped_down' }>,
  { subject, before, after, yours }: Text['mail']['owner_stepped_down'],
): EmailText {
  const name = named(school);
  return isYours
    ? { subject: subject({ school: name }), before: yours.before({ school: name }), after: yours.after }
    : { subject: subject({ school: name }), before: before({ school: name, by: named(by) }), after };
}
