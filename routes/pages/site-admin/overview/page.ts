/** The first admin page of a school: what people did there in seven days, what needs the person, and what comes and came. */
import type { FastifyInstance } from 'fastify';
import type { AuditEntry } from '../../../../schema/audit/audit-event.ts';
import { FIRST_STEPS_MS } from '../../../../schema/school/overview-stats.ts';
import { goTo } from '../../../http.ts';
import { ago, button, postForm } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { overviewStylesheet } from '../../kit/styles.ts';
import { namedIn, sentenceOf, unsaidApp } from '../audit/sentences.ts';
import { at, belowSchool, type OperatorRequest, owns, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { needsOf, needsSection, type OwnNeeds, ownNeeds } from './needs.ts';
import { nextEvents, nextEventsSection } from './next-events.ts';
import { accessLine, accessOf, learningOf, learningSection } from './stats.ts';

const LATEST = 10;

type OperatorVisit = Visit<OperatorRequest>;

export function overview(app: FastifyInstance, pages: SiteAdminPages): void {
  pages.managers.set(`${SCHOOL}/first-steps`, (signedIn, _form, reply) => {
    app.people.hiddenFirstSteps.hide(signedIn.request, reply, signedIn.membership.slug);
    return goTo(reply, at(signedIn));
  });

  definePage(app, belowSchool(pages.operators, ''), {
    scripts: () => html`<link rel="stylesheet" href="${overviewStylesheet.path}">`,
    at: SCHOOL,
    async load(visit) {
      const { signedIn, now } = visit;
      const { siteId } = signedIn.membership;
      const [own, apps] = await Promise.all([ownNeeds(app, signedIn), app.oauth.connections.usedAt(siteId, now)]);
      const first = await firstSteps(app, visit, own, apps.count);
      const [needs, learning, access, next, latest] = await Promise.all([
        // The first steps contain what the person has to set up.
        needsOf(app, visit, apps, first === undefined ? own : undefined),
        learningOf(app, signedIn),
        accessOf(app, signedIn, apps),
        nextEvents(app, visit),
        latestEvents(app, signedIn),
      ]);
      return { first, needs, learning, access, next, latest };
    },
    title: (_school, { text }) => text.admin.area.pages.overview,
    lead: (_school, { language, now, timeZone }) =>
      html`<p>${new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(now)}</p>`,
    body({ first, needs, learning, access, next, latest }, visit) {
      return html`${first !== undefined && firstStepsSection(first, visit)}
${learning !== undefined && learningSection(learning, visit)}
<div class="columns"><div>${needsSection(needs, visit.text)}
${next !== undefined && nextEventsSection(next, visit)}</div>
${latest !== undefined && latestSection(latest, visit)}</div>
${access !== undefined && accessLine(access, visit)}`;
    },
  });
}

/** Reads the newest events for those who may see the audit log. */
async function latestEvents({ audit: { log } }: FastifyInstance, { manages, membership }: OperatorRequest) {
  if (!manages) return undefined;
  const { siteId } = membership;
  const entries = await log.page(siteId, {}, LATEST);
  return { entries, names: await log.namesOf(siteId, entries.flatMap(namedIn), entries.at(-1)?.id) };
}

type Latest = NonNullable<Awaited<ReturnType<typeof latestEvents>>>;

function latestSection({ entries, names }: Latest, visit: OperatorVisit): Html {
  const { language, now, signedIn, text, timeZone } = visit;
  const { latest } = text.schoolHome;
  const log = at(signedIn, '/audit');
  const item = (entry: AuditEntry): Html => {
    const app = unsaidApp(entry, names, text, visit);
    return html`<li><p><a href="${log}/${entry.id}">${sentenceOf(entry, names, text, visit)}</a>${app !== undefined && html` <span class="quiet">· ${app}</span>`}</p>${ago(entry.at, now, language, { unit: 'minute', timeZone })}</li>`;
  };
  return html`<section class="card"><div class="title"><h2>${latest.title}</h2><a href="${log}">${latest.all}</a></div>
${entries.length === 0 ? html`<p class="quiet">${latest.none}</p>` : html`<ul class="latest">${entries.map(item)}</ul>`}</section>`;
}

interface FirstStep {
  label: string;
  isDone: boolean;
  href: string;
}

/**
 * Returns the first steps of a new school, each of which is done when the school or the person is as it says. There are none
 * if they are all done, the school is older, or the person has hidden them, in the browser, or cannot do them.
 */
async function firstSteps(
  app: FastifyInstance,
  { now, signedIn, text }: OperatorVisit,
  own: OwnNeeds,
  usedApps: number,
): Promise<FirstStep[] | undefined> {
  const { hiddenFirstSteps, mailer, passkeys } = app.people;
  const { brands, stats, platform } = app.school;
  const { siteId, slug } = signedIn.membership;
  if (!signedIn.manages || hiddenFirstSteps.isHidden(signedIn.request, slug)) return undefined;
  if (((await platform.siteCreatedAt(siteId)) ?? 0) + FIRST_STEPS_MS <= now) return undefined;
  const [brand, hasAnother, apps] = await Promise.all([
    brands.find(siteId),
    stats.hasAnother(siteId, signedIn.session.person.id),
    usedApps > 0 ? undefined : app.oauth.connections.clientsOfSite(siteId, true),
  ]);
  const { all } = text.schoolHome.steps;
  const hasBranding = brand?.colors !== undefined || brand?.logo !== undefined;
  const hasApp = usedApps > 0 || (apps?.length ?? 0) > 0;
  // An authenticator app may be the only second factor that can be added here.
  const factor = !own.factor || passkeys.available ? all.factor : text.secondFactor.setUp;
  const steps = [
    // Without a mail server, nobody can confirm an address.
    ...(mailer.isOn ? [{ label: all.email, isDone: !own.email, href: '/account/profile' }] : []),
    { label: all.look, isDone: hasBranding, href: at(signedIn, '/look') },
    { label: all.invitation, isDone: hasAnother, href: at(signedIn, '/members/invite') },
    { label: all.app, isDone: hasApp, href: at(signedIn, '/connect') },
    { label: factor, isDone: !own.factor, href: '/account/sign-in' },
  ];
  return steps.every(({ isDone }) => isDone) ? undefined : steps;
}

function firstStepsSection(steps: readonly FirstStep[], { csrf, signedIn, text }: OperatorVisit): Html {
  const { also, done: doneLabel, hide, progress, title } = text.schoolHome.steps;
  const items = steps.map(({ href, isDone, label }) =>
    isDone
      ? html`<li class="done"><span>${label}</span> <span class="badge">${doneLabel}</span></li>`
      : html`<li><a href="${href}">${label}</a></li>`,
  );
  const done = steps.filter(({ isDone }) => isDone).length;
  return html`<section class="panel steps"><h2>${title}</h2><p class="detail">${progress({ done, all: steps.length })}</p>
<ul>${items}</ul>
<p class="detail">${also.lead} <a href="${at(signedIn, '/settings')}">${also.details}</a>${owns(signedIn.membership) && html` · <a href="${at(signedIn, '/members')}">${also.owner}</a>`}</p>
${postForm({ action: at(signedIn, '/first-steps'), csrf, body: button(hide, 'plain') })}</section>`;
}
