/** What a member has at a school, a row each: for the member, and for the people who run the school. */
import type {
  EnrolledCourse,
  EventRegistration,
  Order,
  OrderItem,
  OwnSubscription,
} from '../../../schema/school/account.ts';
import { formatMoney } from '../../../schema/school/money.ts';
import { day, dayText, moment } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html, type Renderable } from '../kit/html.ts';
import type { Visit } from '../kit/page.ts';

/** The language and the time zone of the page. */
type Reader = Pick<Visit, 'language' | 'text' | 'timeZone'>;

/** Says until when the member has access, or when the course was completed. */
export function standing(
  { completedAt, expiresAt, isExpired }: EnrolledCourse,
  { language, text, timeZone }: Reader,
): string {
  const { access, completed } = text.learning;
  if (completedAt !== null) return completed({ day: dayText(completedAt, language, timeZone) });
  if (expiresAt === null) return access.lifetime;
  // The access ends with its last day.
  const last = dayText(expiresAt - 1, language, timeZone);
  return isExpired ? access.ended({ day: last }) : access.until({ day: last });
}

export const progress = ({ progressPercent: percent, title }: EnrolledCourse, { language, text }: Reader): Html =>
  html`<p class="progress"><progress max="100" value="${percent}" aria-label="${text.learning.progress({ course: displayText(title) })}"></progress> <span>${new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100)}</span></p>`;

/** @param title may be a link */
export const courseRow = (course: EnrolledCourse, title: Renderable, reader: Reader): Html =>
  html`<li><div><p class="name">${title}</p><p class="detail">${standing(course, reader)}</p></div>${progress(course, reader)}</li>`;

/** What was bought stands first. A status is said only if it is not the usual one. */
export function orderRow(order: Order, items: readonly OrderItem[], { language, text, timeZone }: Reader): Html {
  const { currency, number, placedAt, refundedAmount, status, total } = order;
  const { orderStatus, refunded, times } = text.learning;
  const item = ({ quantity, title }: OrderItem): Html =>
    html`<p class="name">${displayText(title)}${quantity > 1 && html` ${times({ count: quantity })}`}</p>`;
  return html`<li><div>${items.length === 0 ? html`<p class="name">${displayText(number)}</p>` : items.map(item)}
<p class="detail">${items.length > 0 && html`${displayText(number)} · `}${day(placedAt, language, timeZone)}${status !== 'paid' && html` · ${orderStatus[status]}`}</p></div>
<div class="amount"><p class="name">${formatMoney(total, currency, language)}</p>
${refundedAmount > 0 && html`<p class="detail">${refunded({ amount: formatMoney(refundedAmount, currency, language) })}</p>`}</div></li>`;
}

export function subscriptionRow(subscription: OwnSubscription, { language, text, timeZone }: Reader): Html {
  const { endsAt, planName, priceAmount, priceCurrency, renewsAt, startedAt, status } = subscription;
  const { ended, ends, renews, since, subscriptionState } = text.learning;
  const on = (at: number) => ({ day: dayText(at, language, timeZone) });
  const end = status === 'expired' || status === 'cancelled' ? ended : ends;
  const term = endsAt !== null ? end(on(endsAt)) : renewsAt !== null && renews(on(renewsAt));
  return html`<li><div><p class="name">${displayText(planName)}</p>
<p class="detail">${since(on(startedAt))}${status !== 'active' && html` · ${subscriptionState[status]}`}</p></div>
<div class="amount"><p class="name">${formatMoney(priceAmount, priceCurrency, language)}</p>${term !== false && html`<p class="detail">${term}</p>`}</div></li>`;
}

/** @param actions what the reader can do about it @param before stands in front @param title may be a link */
export function eventRow(
  { event, status }: EventRegistration,
  { language, text: { learning } }: Reader,
  actions?: Renderable,
  before?: Renderable,
  title: Renderable = displayText(event.title),
): Html {
  const state =
    event.status === 'cancelled' ? learning.eventCancelled : status !== 'registered' && learning.registration[status];
  return html`<li>${before}<div><p class="name">${title}</p>
<p class="detail">${moment(event.startsAt, language, event.timezone)}${event.location !== null && html` · ${displayText(event.location)}`}</p>
${state !== false && html`<p class="detail">${state}</p>`}</div>${actions}</li>`;
}
