/** How a member connects an AI assistant at each school that offers some to its members. */
import type { FastifyInstance } from 'fastify';
import { toolUrl } from '../../../schema/clients/tool-url.ts';
import { isApproved } from '../../../schema/oauth/client.ts';
import { metadataHost } from '../../../schema/oauth/metadata-url.ts';
import type { StoredApplication } from '../../../schema/oauth/site-application.ts';
import type { SchoolMembership } from '../../../schema/people/person.ts';
import type { EnrolledCourse, Member } from '../../../schema/school/account.ts';
import { goTo } from '../../http.ts';
import type { Text } from '../../words/index.ts';
import { accountFrame, accountPlace } from '../account/account-pages.ts';
import { emptyList, notice } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { messagePage } from '../kit/message.ts';
import { definePage, type Place } from '../kit/page.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { contactOf } from '../kit/school-contact.ts';
import { copyScript } from '../kit/scripts.ts';
import { sendPage } from '../kit/sending.ts';
import type { SignedInPages } from '../kit/signed-in.ts';
import { notReachableText, slugInAddresses, stepsFor, titleFor } from './clients.ts';
import { commandBlocks, memberGuide } from './commands.ts';
import { applicationFor, type Standing, serveMembers, standingsAt } from './standing.ts';

export const ASSISTANTS = '/account/assistants';
/** A person of more schools finds them all on the page of the assistants. */
const SCHOOLS_ASKED = 5;

/** Returns a school of the person that offers an assistant to its members, among the first few. */
export async function schoolWithAssistants(
  app: FastifyInstance,
  memberships: readonly SchoolMembership[],
): Promise<SchoolMembership | undefined> {
  for (const membership of memberships.filter(({ isClosed }) => !isClosed).slice(0, SCHOOLS_ASKED)) {
    if ((await standingsAt(app, membership.siteId)).some(serveMembers)) return membership;
  }
  return undefined;
}

export function assistantPages(app: FastifyInstance, pages: SignedInPages): void {
  choicePage(app, pages);
  schoolPage(app, pages);
}

/** The page from which a member of several schools chooses one. */
function choicePage(app: FastifyInstance, pages: SignedInPages): void {
  async function item({ siteId, siteName, slug }: SchoolMembership, text: Text): Promise<Html> {
    const { assistants } = text;
    const school = displayText(siteName);
    const isOffered = (await standingsAt(app, siteId)).some((one) => serveMembers(one) || one.isOfferBlocked);
    return isOffered
      ? html`<li><div><h2>${school}</h2></div>
<a href="${ASSISTANTS}/${slug}" aria-label="${assistants.show}: ${school}">${assistants.show}</a></li>`
      : html`<li><div><h2>${school}</h2><p class="detail">${assistants.none({ school })}. ${assistants.noneText}</p>${(await contactOf(app, siteId, text))?.line}</div></li>`;
  }

  const place: Place = {
    ...accountPlace(pages, ASSISTANTS),
    missing: ({ memberships: [only] }, reply) => goTo(reply, `${ASSISTANTS}/${only?.slug}`),
  };
  definePage(app, place, {
    at: ASSISTANTS,
    load: ({ signedIn: { memberships }, text }) =>
      memberships.length === 1 ? undefined : Promise.all(memberships.map((membership) => item(membership, text))),
    title: (_schools, { text }) => text.account.area.pages.assistants,
    lead: (_schools, { text }) => html`<p>${text.assistants.choose}</p>`,
    body: (schools, { text: { account } }) =>
      schools.length === 0
        ? emptyList(account.overview.noSchool, account.overview.noSchoolText)
        : html`<ul class="rows">${schools}</ul>`,
  });
}

/** The page that tells a member how to connect an assistant to what is the member's own at one school. */
function schoolPage(app: FastifyInstance, pages: SignedInPages): void {
  const { baseUrl, isLoopback } = app.config;

  const place: Place = {
    ...accountPlace(pages, ASSISTANTS),
    // The response is the same for a school that does not exist and for the school of others.
    missing: (signedIn, reply) =>
      sendPage(reply.code(404), messagePage(accountFrame(signedIn, ASSISTANTS), { kind: 'not_found' }), 'own'),
  };
  definePage(app, place, {
    at: `${ASSISTANTS}/:school`,
    async load({ signedIn: { memberships, request, session }, text }) {
      const school = pathParameter(request, 'school');
      const membership = memberships.find(({ slug, isClosed }) => slug === school && !isClosed);
      if (membership === undefined) return undefined;
      const { siteId, siteName, slug } = membership;
      const standings = await standingsAt(app, siteId);
      const offered = standings.filter(serveMembers);
      return {
        school: displayText(siteName),
        slug,
        url: toolUrl(baseUrl, { auth: 'member', school: await slugInAddresses(app, slug) }),
        offered,
        blocked: standings.filter(({ isOfferBlocked }) => isOfferBlocked).map(({ known }) => known.name),
        contact: offered.length === 0 && (await contactOf(app, siteId, text))?.line,
        questions: await questionsFor(app, { siteId, personId: session.person.id }, text.assistants.questions),
      };
    },
    title: ({ school }, { text }) => text.assistants.title({ school }),
    lead: ({ offered, school }, { text }) => offered.length > 0 && html`<p>${text.assistants.lead({ school })}</p>`,
    scripts: () => copyScript,
    body({ blocked, contact, offered, questions, school, slug, url }, { text }) {
      const { assistants } = text;
      const isBlocked = blocked.length > 0;
      const apps = blocked.join(', ');
      const instead = offered.find(({ known }) => known.key === 'mcp_remote')?.known.name;
      return html`${isBlocked && notice('warning', html`<p>${assistants.blocked({ apps, school })}</p>`)}
${offered.length === 0 && !isBlocked && emptyList(assistants.none({ school }), assistants.noneText)}
${contact}
${offered.map((one) => guide(one, { url, slug, unreachable: isLoopback && notReachableText(one.known.key, instead, text) }, text))}
${offered.length > 0 && questions.length > 0 && html`<section class="stack"><h2>${assistants.ask}</h2><ul class="links">${questions.map((one) => html`<li><q>${one}</q></li>`)}</ul></section>`}
${offered.length > 0 && html`<p><a href="/account/connected-apps">${assistants.connected}</a></p>`}`;
    },
  });
}

/** @param unreachable what to say of an assistant on other people's servers that cannot reach this one */
function guide(
  standing: Standing,
  { slug, unreachable, url }: { slug: string; unreachable: string | false; url: string },
  text: Text,
): Html {
  const { assistants } = text;
  const { isHosted, key, name } = standing.known;
  const application = applicationFor(standing);
  const commands = memberGuide(key, application, url, slug);
  const asksAs = nameWhenAsking(standing, application);
  return html`<section class="stack"><h2>${titleFor({ key, name }, text)}</h2>${stepsFor(key, text)}
${isHosted && unreachable !== false && notice('warning', html`<p>${unreachable}</p>`)}
${commandBlocks(standing.known, commands, text)}
${commands.snippets.some(({ kind }) => kind === 'clientId') && html`<p class="detail">${assistants.clientId}</p>`}
${asksAs !== undefined && html`<p class="detail">${assistants.asksAs({ name: displayText(asksAs) })}</p>`}</section>`;
}

/** The name on the page that asks for access, if the guide has another one. An app that was not reviewed has that of its host. */
function nameWhenAsking(
  { document, known: { key, name }, review }: Standing,
  application: StoredApplication | undefined,
): string | undefined {
  if (application === undefined) {
    return document === undefined || isApproved(review) ? undefined : metadataHost(document).host;
  }
  return key !== 'mcp_remote' && application.name === name ? undefined : application.name;
}

const MOST = 5;
/** The newest of each kind, of which one suits a question. */
const FIRST_PAGE = { first: 20, after: undefined } as const;

type Questions = Text['assistants']['questions'];

function aboutCourses(courses: readonly EnrolledCourse[], words: Questions): readonly (string | undefined)[] {
  const open = courses.filter(({ isExpired }) => !isExpired);
  const unfinished = open.filter(({ completedAt }) => completedAt === null);
  const begun = unfinished.find(({ progressPercent }) => progressPercent > 0) ?? unfinished[0];
  const watched = unfinished.find((one) => one !== begun && hasStopped(one)) ?? unfinished.find(hasStopped);
  const ending = open.find(({ expireDate }) => expireDate !== null);
  const ofCourse = (course: EnrolledCourse | undefined, question: Questions['ends']): string | undefined =>
    course && question({ title: displayText(course.title) });
  return [
    ofCourse(begun, words.progress),
    ofCourse(watched, words.stopped),
    ofCourse(ending, words.ends),
    unfinished.length > 1 ? words.unfinished : undefined,
    open.length > 0 ? words.courses : undefined,
  ];
}

/** Returns whether the member stopped somewhere, and not at the beginning of a lecture. */
const hasStopped = ({ lastWatched }: EnrolledCourse): boolean => (lastWatched?.positionSeconds ?? 0) > 0;

/** Returns at most five questions, each of which the member's own data answers. */
async function questionsFor(
  { clock, school: { account } }: FastifyInstance,
  member: Member,
  words: Questions,
): Promise<readonly string[]> {
  const now = clock();
  const [courses, registrations, orders] = await Promise.all([
    account.enrolledCourses(member, 'active', FIRST_PAGE, now),
    account.eventRegistrations(member, 'upcoming', FIRST_PAGE, now),
    account.orders(member, FIRST_PAGE),
  ]);
  const [progress, stopped, ...others] = aboutCourses(courses.rows, words);
  const registration = registrations.rows.find(({ status }) => status === 'registered');
  const order = orders.rows.find(({ status }) => status === 'paid');
  return [
    progress,
    stopped,
    registration && words.event({ title: displayText(registration.event.title) }),
    order && words.order({ number: displayText(order.number) }),
    ...others,
  ]
    .filter((question) => question !== undefined)
    .slice(0, MOST);
}
