/** The page for a person who cannot use the app at its school: which school it is, and what to do. */
import type { FastifyInstance } from 'fastify';
import type { Client } from '../../../schema/oauth/client.ts';
import type { AnySession, SchoolMembership } from '../../../schema/people/person.ts';
import { MAX_SLUG } from '../../../schema/text/slug.ts';
import { textFor } from '../../words/index.ts';
import { schoolFrame } from '../kit/branding.ts';
import { clientLabel, clientView } from '../kit/client.ts';
import { button, postForm } from '../kit/components.ts';
import { displayText, linkTarget } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import { membershipsIn, signedInAs } from '../kit/signed-in.ts';

interface NotAMember {
  session: AnySession;
  client: Client;
  /** The school of the client, or the one that was chosen or suggested. */
  siteId: string | undefined;
  /** The slug of the school that the resource names. */
  slug: string | undefined;
  /** Lets the person use another account. */
  switchForm: { action: string; csrf: string };
  /** Returns the error to the client. */
  backHref: string;
}

/** The person is not a member of the school, or the school is closed. */
export async function notAMemberPage(app: FastifyInstance, plain: PageFrame, of: NotAMember): Promise<string> {
  const { session, client, siteId, slug, switchForm, backHref } = of;
  const memberships = await membershipsIn(app, session);
  const isClosed = memberships.some(
    (one) => one.isClosed && (siteId ?? one.siteId) === one.siteId && (slug ?? one.slug) === one.slug,
  );
  const frame = await schoolFrame(app, plain, { siteId, slug });
  const text = textFor(frame.language);
  if (slug !== undefined && siteId === undefined && !isClosed) {
    return otherSchoolPage(frame, { ...of, slug }, memberships, app.config.baseUrl);
  }
  const links = [{ href: backHref, label: text.goingOn.without({ app: client.name }) }];
  const form = { ...switchForm, label: text.labels.switch };
  const kind = isClosed ? 'school_closed' : 'not_a_member';
  return messagePage(frame, { kind, detail: signedInAs(session, text), links, form });
}

/**
 * The app is set up for a school to which the account does not belong.
 * @param slug as the address in the app names it. There may be no such school.
 */
function otherSchoolPage(
  frame: PageFrame,
  { session, client, slug, switchForm, backHref }: NotAMember & { slug: string },
  memberships: readonly SchoolMembership[],
  baseUrl: string,
): string {
  const text = textFor(frame.language);
  const { lead, own, ownText, title } = text.otherSchool;
  const app = clientLabel(clientView(client, undefined));
  const open = memberships.filter(({ isClosed }) => !isClosed);
  const addressOf = (school: string): string => `${baseUrl}/mcp?school=${school}`;
  const row = ({ siteName, slug: ownSlug }: SchoolMembership): Html =>
    html`<li><div><p class="name">${displayText(siteName)}</p><p><code>${addressOf(ownSlug)}</code></p></div></li>`;
  const body = html`<div class="intro"><h1>${title}</h1>
<p>${lead({ app, school: displayText(slug.slice(0, MAX_SLUG)) })}</p><p>${signedInAs(session, text)}</p></div>
${postForm({ ...switchForm, body: button(text.labels.switch) })}
${
  open.length > 0 &&
  html`<section class="panel stack"><h2>${own}</h2><p>${ownText({ app })}</p><ul class="rows">${open.map(row)}</ul></section>`
}
<ul class="links"><li><a href="${linkTarget(backHref)}">${displayText(text.goingOn.without({ app: client.name }))}</a></li></ul>`;
  return page(frame, { title, body });
}
