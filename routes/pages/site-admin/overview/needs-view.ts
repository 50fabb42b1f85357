import type { OfferKind } from '../../../../schema/people/ownership.ts';
import type { Language, Text } from '../../../words/index.ts';
import { dayText } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import type { InvitationNeed } from '../members/delivery.ts';

/** Something to do. `href` is the page where it is done, and `email` the address of an invitation, if it is only one. */
export type Need = { href: string } & (
  | { kind: InvitationNeed; count: number; email: string }
  | { kind: 'failedEmails' | 'lateEmails' | 'reviews'; count: number }
  | { kind: 'failing'; app: string; times: number }
  | { kind: 'stopped' | 'undelivered'; host: string }
  | { kind: 'oldBackup'; hours: number }
  | { kind: 'offered'; offer: OfferKind; to: string; until: number; timezone: string }
  | { kind: 'ownership'; offer: OfferKind; by: string }
  | { kind: 'noBackup' | 'email' | 'factor' }
);

const URGENT: ReadonlySet<Need['kind']> = new Set<Need['kind']>([
  'bounced',
  'delayed',
  'unsent',
  'failing',
  'stopped',
  'undelivered',
  'failedEmails',
  'lateEmails',
  'oldBackup',
  'noBackup',
]);

const HOURS_PER_DAY = 24;

function sentenceOf(need: Need, { members, schoolHome }: Text, language: Language): string {
  const text = schoolHome.needs;
  switch (need.kind) {
    case 'ownership':
      return members.ownership.offers[need.offer]({ by: displayText(need.by) });
    case 'offered':
      return text.offered[need.offer]({
        name: displayText(need.to),
        day: dayText(need.until, language, need.timezone),
      });
    case 'failing':
      return text.failing({ app: displayText(need.app), times: need.times });
    case 'stopped':
      return text.stopped({ host: displayText(need.host) });
    case 'undelivered':
      return text.undelivered({ host: displayText(need.host) });
    case 'oldBackup':
      return text.oldBackup({ days: Math.floor(need.hours / HOURS_PER_DAY) });
    case 'noBackup':
      return text.noBackup;
    case 'email':
      return text.email;
    case 'factor':
      return text.factor;
    default:
      return sentenceOfMany(need, text);
  }
}

function sentenceOfMany(need: Extract<Need, { count: number }>, text: Text['schoolHome']['needs']): string {
  switch (need.kind) {
    case 'bounced':
    case 'delayed':
    case 'unsent':
    case 'lapsing':
    case 'lapsed':
    case 'unlinked':
      return text[need.kind]({ count: need.count, email: displayText(need.email) });
    case 'failedEmails':
      return text.failedEmails({ count: need.count });
    case 'lateEmails':
      return text.lateEmails({ count: need.count });
    case 'reviews':
      return text.reviews({ count: need.count });
  }
}

export const needsSection = (needs: readonly Need[], all: Text, language: Language): Html => {
  const text = all.schoolHome.needs;
  const item = (need: Need): Html =>
    html`<li class="${URGENT.has(need.kind) ? 'urgent' : 'open'}"><a href="${need.href}">${sentenceOf(need, all, language)}</a></li>`;
  return html`<section class="stack"><h2>${text.title}</h2>
${needs.length === 0 ? html`<p class="quiet">${text.none}</p>` : html`<ul class="needs">${needs.map(item)}</ul>`}</section>`;
};
