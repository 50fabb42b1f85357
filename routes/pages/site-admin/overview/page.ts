/** The first admin page of a school: what needs the person, the figures of the last days, and the latest events. */
import type { FastifyInstance } from 'fastify';
import type { AuditEntry } from '../../../../schema/audit/audit-event.ts';
import { momentOfEvent } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { namedIn, sentenceOf, unsaidApp } from '../audit/sentences.ts';
import { at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { belowSchool } from '../placed-pages.ts';
import { figuresOf, figuresSection } from './figures.ts';
import { firstSteps, firstStepsSection } from './first-steps.ts';
import { needsOf, ownNeeds } from './needs.ts';
import { needsSection } from './needs-view.ts';

const LATEST = 10;

export function overview(app: FastifyInstance, pages: SiteAdminPages): void {
  const steps = firstSteps(app, pages);

  definePage(app, belowSchool(pages.operators, ''), {
    at: SCHOOL,
    async load({ signedIn, now }) {
      const { siteId } = signedIn.membership;
      const [own, apps] = await Promise.all([ownNeeds(app, signedIn), app.oauth.connections.usedAt(siteId, now)]);
      const first = await steps.of(signedIn, own, apps.count);
      const [needs, figures, latest] = await Promise.all([
        // The first steps contain what the person has to set up.
        needsOf(app, signedIn, apps, first === undefined ? own : undefined),
        figuresOf(app, signedIn, apps),
        latestEvents(app, signedIn),
      ]);
      return { first, needs, figures, latest };
    },
    title: (_school, { text }) => text.shell.areas.admin,
    top(_school, { signedIn: { membership }, text }) {
      const lead = text.admin.overview.lead({ role: text.roles[membership.role] });
      return html`<div class="intro"><h1>${displayText(membership.siteName)}</h1><p>${lead}</p></div>`;
    },
    body({ first, needs, figures, latest }, visit) {
      const { csrf, language, signedIn, text } = visit;
      const of = { base: at(signedIn), csrf, isOwner: signedIn.membership.role === 'owner' };
      return html`${first !== undefined && firstStepsSection(first, of, text)}
${needsSection(needs, text, language)}
${figures !== undefined && figuresSection(figures, language)}
${latest !== undefined && latestSection(latest, visit)}`;
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

function latestSection({ entries, names }: Latest, visit: Visit<OperatorRequest>): Html {
  const { language, signedIn, text, timeZone } = visit;
  const { latest } = text.schoolHome;
  const log = at(signedIn, '/audit');
  const item = (entry: AuditEntry): Html => {
    const app = unsaidApp(entry, names, text, visit);
    return html`<li><p><a href="${log}/${entry.id}">${sentenceOf(entry, names, text, visit)}</a></p><p class="detail">${momentOfEvent(entry.at, language, timeZone)}${app !== undefined && html` · ${app}`}</p></li>`;
  };
  return html`<section class="stack"><h2>${latest.title}</h2>
${
  entries.length === 0
    ? html`<p class="quiet">${latest.none}</p>`
    : html`<ul class="latest">${entries.map(item)}</ul><p><a href="${log}">${latest.all}</a></p>`
}</section>`;
}
