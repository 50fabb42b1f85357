/** Renders e-mails, as plain text with each link on a line of its own, and as a document. */
import type { EmailMessage, EmailSender, SchoolNotice } from '../../schema/emails/email-message.ts';
import { endOfReset } from '../../schema/people/second-factor.ts';
import { momentText } from '../pages/kit/components.ts';
import { displayText } from '../pages/kit/display-text.ts';
import { nameOfBrowser } from '../pages/kit/user-agent.ts';
import { chooseLanguage, type Language, type Text, textFor } from '../words/index.ts';
import { connectedText, reviewText } from './connections.ts';
import { emailDocument } from './email-document.ts';
import { ownershipText, steppedDownText } from './ownership.ts';
import { plainName } from './plain-name.ts';
import { type EmailText, named, written, writtenDay } from './written.ts';

export type RenderedEmail = {
  subject: string;
  text: string;
  html: string;
  language: Language;
  replyTo: string | undefined;
};

function resetText(
  { by }: Extract<EmailMessage, { kind: 'reset_password' }>,
  { reset_password: { subject, before, after, sent }, signature }: Text['mail'],
): EmailText {
  if (by === undefined) return { subject, before, after };
  const sentence = by === 'platform' ? sent.byPlatform : sent.bySchool({ school: plainName(by.school) ?? signature });
  return { subject, before: sentence, after: sent.after };
}

/** To anyone: names that are more than names are left out. */
function invitationText(
  message: Extract<EmailMessage, { kind: 'invitation' }>,
  mail: Text['mail'],
  role: string,
): EmailText {
  const { subject, before, after, by, enrolled } = mail.invitation;
  const school = plainName(message.school) ?? mail.signature;
  const [name, inviter, course] = [message.name, message.by, message.course].map((one) => plainName(one ?? ''));
  const what = course ? enrolled({ school, course }) : before({ school, role });
  return {
    subject: subject({ school }),
    before: inviter ? `${by({ name: inviter })} ${what}` : what,
    after,
    ...(name ? { greeting: mail.greetingTo({ name }) } : {}),
  };
}

function secondFactorResetText(
  { kind, at, school, timezone }: Extract<EmailMessage, { kind: `second_factor_reset${string}` }>,
  mail: Text['mail'],
  language: Language,
): EmailText {
  const [name, from] = [named(school), written(at, language, timezone)];
  if (kind !== 'second_factor_reset') {
    const { subject, before, after } = mail[kind];
    return { subject, before: before({ school: name, at: from }), after };
  }
  const { subject, before, after } = mail.second_factor_reset;
  const until = written(endOfReset({ effectiveAt: at }), language, timezone);
  return { subject, before: before({ school: name, from, until }), after };
}

function browserText(
  { kind, at, network, userAgent }: Extract<EmailMessage, { kind: 'new_browser' | 'wrong_codes' }>,
  { mail, sessions }: Text,
  language: Language,
  zone: string,
): EmailText {
  const { subject, before, after } = mail[kind];
  return {
    subject,
    before: before({ browser: named(nameOfBrowser(userAgent, sessions)), network, at: written(at, language, zone) }),
    after,
  };
}

function noticeOf(message: SchoolNotice, { mail, roles }: Text, language: Language): EmailText {
  const school = named(message.school);
  switch (message.kind) {
    case 'event_cancelled':
    case 'event_seat': {
      const { subject, before, after } = mail[message.kind];
      const event = displayText(message.event);
      const at = written(message.startsAt, language, message.timezone);
      return { subject: subject({ event }), before: before({ event, school, at }), after };
    }
    case 'event_moved': {
      const { subject, before, where, after } = mail.event_moved;
      const event = displayText(message.event);
      const sentence = before({ event, school, at: written(message.startsAt, language, message.timezone) });
      const place = message.location === null ? [] : [where({ location: displayText(message.location) })];
      return { subject: subject({ event }), before: [sentence, ...place].join('\n\n'), after };
    }
    case 'course_enrolled': {
      const { subject, before, until } = mail.course_enrolled;
      const course = displayText(message.course);
      const end = message.expireDate === null ? [] : [until({ day: writtenDay(message.expireDate, language) })];
      return { subject: subject({ course }), before: [before({ course, school }), ...end].join('\n\n') };
    }
    case 'subscription_opened': {
      const { subject, all, some, others } = mail.subscription_opened;
      const { until } = mail.course_enrolled;
      const { courses, expireDate } = message;
      const plan = displayText(message.plan);
      const listed = [
        ...(courses?.titles ?? []).map((title) => `• ${displayText(title)}`),
        ...(courses === null || courses.others === 0 ? [] : [`• ${others({ count: courses.others })}`]),
      ];
      const end = expireDate === null ? [] : [until({ day: writtenDay(expireDate, language) })];
      const sentence = (courses === null ? all : some)({ plan, school });
      return { subject: subject({ plan }), before: [sentence, ...listed, ...end].join('\n\n') };
    }
    case 'role_changed': {
      const { subject, before, after, byPlatform } = mail.role_changed;
      const words = message.by === 'platform' ? byPlatform : { before, after };
      return {
        subject: subject({ school }),
        before: words.before({ school, role: roles[message.role] }),
        after: words.after,
      };
    }
    case 'ownership':
      return ownershipText(message, mail.ownership, language);
    case 'owner_stepped_down':
      return steppedDownText(message, mail.owner_stepped_down);
    case 'second_factor_kept': {
      const { subject, before, after } = mail.second_factor_kept;
      const person = named(message.person);
      const at = written(message.at, language, message.timezone);
      return { subject: subject({ person }), before: before[message.how]({ person, school, at }), after };
    }
    case 'review_answered':
      return reviewText(message, mail.review_answered);
    case 'approval_asked': {
      const { subject, before, after } = mail.approval_asked;
      const app = named(message.app);
      const until = written(message.expiresAt, language, message.timezone);
      return { subject: subject({ app }), before: before({ app, school, until }), after };
    }
    case 'webhook_stopped': {
      const { subject, before, after } = mail.webhook_stopped;
      return {
        subject: subject({ school }),
        before: before[message.why]({ school, host: displayText(message.host) }),
        after,
      };
    }
  }
}

/** @param zone of the times of what names none */
function textOf(message: EmailMessage, text: Text, language: Language, zone: string): EmailText {
  const { mail, roles } = text;
  const time = 'at' in message ? written(message.at, language, zone) : '';
  switch (message.kind) {
    case 'reset_password':
      return resetText(message, mail);
    case 'email_taken':
    case 'verify_email':
    case 'new_email':
      return mail[message.kind];
    case 'password_changed':
    case 'second_factor_added':
    case 'second_factor_removed':
    case 'recovery_codes_replaced':
    case 'account_deleted': {
      const { subject, before, after } = mail[message.kind];
      return { subject, before: before({ at: time }), after };
    }
    case 'passkey_added':
    case 'passkey_removed': {
      const { subject, before, after } = mail[message.kind];
      return {
        subject,
        before: before({ passkey: named(message.passkey), at: time }),
        after,
      };
    }
    case 'sign_in_connected':
      return connectedText(message, mail.sign_in_connected, time);
    case 'recovery_code_used': {
      const { subject, before, after } = mail.recovery_code_used;
      return { subject, before: before({ at: time, left: message.left }), after };
    }
    case 'second_factor_reset':
    case 'second_factor_reset_withdrawn':
    case 'second_factor_reset_done':
      return secondFactorResetText(message, mail, language);
    case 'email_changing':
    case 'email_changed':
    case 'email_restored': {
      const { subject, before, after } = mail[message.kind];
      return { subject, before: before({ email: displayText(message.email), at: time }), after };
    }
    case 'new_browser':
    case 'wrong_codes':
      return browserText(message, text, language, zone);
    case 'invitation': {
      return invitationText(message, mail, roles[message.role]);
    }
    case 'event_cancelled':
    case 'event_moved':
    case 'event_seat':
    case 'course_enrolled':
    case 'subscription_opened':
    case 'role_changed':
    case 'ownership':
    case 'owner_stepped_down':
    case 'second_factor_kept':
    case 'webhook_stopped':
    case 'review_answered':
    case 'approval_asked':
      return noticeOf(message, text, language);
    case 'address_shown':
    case 'refresh_reuse':
      return appText(message, mail[message.kind], language);
  }
}

function appText(
  message: Extract<EmailMessage, { kind: 'address_shown' | 'refresh_reuse' }>,
  { subject, before, after }: Text['mail']['address_shown' | 'refresh_reuse'],
  language: Language,
): EmailText {
  const [app, school] = [named(message.app), named(message.school)];
  const at = written(message.at, language, message.timezone);
  return { subject: subject({ app }), before: before({ app, school, at }), after };
}

/** E-mails whose link contains a secret. They first say what the link does; others say where to start. */
const SECRET: ReadonlySet<EmailMessage['kind']> = new Set([
  'reset_password',
  'verify_email',
  'new_email',
  'invitation',
  'second_factor_reset',
]);

/**
 * E-mails to addresses that have not agreed to any. They contain nothing that other people wrote, except names of schools
 * that are plainly names. Otherwise the service stands for the school, whose name is on the page of the link.
 */
const TO_ANYONE: ReadonlySet<EmailMessage['kind']> = new Set([
  'reset_password',
  'verify_email',
  'new_email',
  'email_taken',
  'invitation',
]);

/** Returns the paragraphs before and after the link. When the link ends is written right after it. */
function divided(
  { kind }: EmailMessage,
  start: readonly string[],
  limits: readonly string[],
  after: string | undefined,
) {
  const ends = after === undefined ? [] : [after];
  return SECRET.has(kind) ? [start, [...limits, ...ends]] : [[...start, ...ends], limits];
}

/**
 * Renders an e-mail.
 * @param locale preferred language (BCP 47); without a supported one, English is used
 * @param school the school that it comes from; without one, it comes from the service
 * @param unsubscribe where e-mails of its kind are turned off, if they can be
 */
export function renderEmail(
  message: EmailMessage,
  locale: string | undefined,
  school?: EmailSender,
  unsubscribe?: string,
): RenderedEmail {
  const language = chooseLanguage(locale, undefined);
  const text = textFor(language);
  const zone = school?.timezone ?? 'UTC';
  const { greeting = text.mail.greeting, subject, before, after } = textOf(message, text, language, zone);
  const { signature, open, once } = text.mail;
  // The look of a school is left to those who ask for a link themselves: they have an account.
  const isToAnyone = TO_ANYONE.has(message.kind) && (message.kind !== 'reset_password' || message.by !== undefined);
  const limits = message.until === undefined ? [] : [once({ until: momentText(message.until, language, zone) })];
  const [first = [], then = []] = divided(message, [greeting, before], limits, after);
  const nameOf = TO_ANYONE.has(message.kind) ? plainName : named;
  const sender = school === undefined ? signature : (nameOf(school.name) ?? signature);
  const documents = [
    ...(unsubscribe === undefined ? [] : [{ label: text.mail.unsubscribe, url: unsubscribe }]),
    ...(school === undefined || isToAnyone ? [] : school.legal).map(({ of, url }) => ({
      label: text.layout.legal[of],
      url,
    })),
  ];
  const listed = documents.map(({ label, url }) => `${label}: ${url}`).join('\n');
  const written = `${[...first, message.link, ...then, sender, ...(listed === '' ? [] : [listed])].join('\n\n')}\n`;
  const branding = school && isToAnyone ? { ...school, logoUrl: undefined } : school;
  const content = { language, subject, sender, school: branding, documents, first, then, link: message.link, open };
  const replyTo = isToAnyone ? undefined : school?.contactEmail;
  return { subject, text: written, html: emailDocument(content), language, replyTo };
}
