/** The page of one entry of the audit log. */
import type { FastifyInstance } from 'fastify';
import { type AuditEntry, fingerprintIn } from '../../../../schema/audit/audit-event.ts';
import { memberTarget } from '../../../../schema/audit/audit-target.ts';
import type { Text } from '../../../words/index.ts';
import { nameOfClient } from '../../kit/client.ts';
import { momentOfEvent, momentText } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html, type Renderable } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { nameOfBrowser } from '../../kit/user-agent.ts';
import { at, belowSchool, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { changedFields, namesOfChanged } from './changes.ts';
import { ENTRY_ID, PATH } from './list.ts';
import { outcomesOf } from './outcome.ts';
import {
  connectionsIn,
  endedOf,
  isAboutApp,
  isDoneToPerson,
  othersEnded,
  type Participant,
  pagesOf,
  personOf,
  targetsOf,
  throughWhich,
} from './participants.ts';
import { namedIn, type Reader, sentenceOf } from './sentences.ts';

type Shown = NonNullable<Awaited<ReturnType<typeof load>>>;

export function auditEntry(app: FastifyInstance, { managers }: SiteAdminPages): void {
  definePage(app, belowSchool(managers, PATH), {
    at: `${SCHOOL}${PATH}/:entry`,
    load: (visit) => load(app, visit),
    title: (_shown, { text }) => text.audit.entry,
    lead: (shown, { text, language, timeZone }) =>
      html`<p>${sentenceOf(shown.entry, shown.names, text, { language, timeZone })}</p>
${outcomeOf(shown)}<p class="detail">${momentOfEvent(shown.entry.at, language, timeZone)}</p>`,
    body: (shown, { text, language, timeZone }) => html`${changes(shown, text)}
${endedPeople(shown, text)}
${facts(shown, text, { language, timeZone })}
<p><a href="${shown.base}">${text.admin.area.pages.audit}</a></p>`,
  });
}

async function load(app: FastifyInstance, { signedIn, language, timeZone }: Visit<OperatorRequest>) {
  const { log } = app.audit;
  const { siteId } = signedIn.membership;
  const id = pathParameter(signedIn.request, 'entry');
  const [entry] = ENTRY_ID.test(id) ? await log.page(siteId, {}, 1, Number(id) + 1) : [];
  if (entry === undefined || entry.id !== Number(id)) return undefined;
  const pages = await pagesOf(app, signedIn, entry);
  const people = (pages.ended?.people ?? []).map((person) => memberTarget(person.id));
  return {
    entry,
    pages,
    names: await log.namesOf(siteId, [...namedIn(entry), ...people], entry.id),
    connections: await connectionsIn(app, siteId, [entry]),
    outcome: (await outcomesOf(app, siteId, [entry], { language, timeZone })).get(entry.id),
    base: at(signedIn, PATH),
  };
}

const fact = (term: string, description: Renderable): Html => html`<dt>${term}</dt><dd>${description}</dd>`;

const OPERATOR = /^operator\/(.+)$/;

/** Who acted, or whom an event is about, if that is not who acted. */
const termOfPerson = (entry: AuditEntry, { audit, roles }: Text): string => {
  if (entry.event === 'school_handed_over') return audit.facts.newOwner;
  if (entry.event === 'school_created') return roles.owner;
  return isDoneToPerson(entry) ? audit.facts.concerns : audit.facts.by;
};

const linked = (label: string, href: string | undefined): Renderable =>
  href === undefined ? label : html`<a href="${href}">${label}</a>`;

/** Its page, and beside it all entries about it. */
const participant = ({ name, href, trail }: Participant): Html =>
  html`${linked(name, href)}${trail !== undefined && html` · <a href="${trail.href}">${trail.label}</a>`}`;

/** The app, which is what some entries are about. */
function appRow({ entry, base, pages }: Shown, { audit }: Text): Html | false {
  const { clientId, clientName } = entry;
  if (clientId === null) return false;
  const name = clientName === null ? displayText(clientId) : nameOfClient(clientId, clientName);
  const trail = { href: `${base}?${new URLSearchParams({ client: clientId })}`, label: audit.trails.app };
  return fact(
    isAboutApp(entry) ? audit.facts.concerns : audit.facts.app,
    participant({ name, href: pages.app, trail }),
  );
}

/** When the connection was made, which leads to it while it lasts. */
function connectionRow({ entry, connections, pages }: Shown, text: Text, reader: Reader): Html | false {
  const since =
    throughWhich(entry, connections, reader)?.since ??
    (pages.connection && momentText(pages.connection.since, reader.language, reader.timeZone));
  return since !== undefined && fact(text.connections.since, linked(since, pages.connection?.href));
}

/** The fingerprint of an object whose values are not recorded. */
function fingerprint(label: string, state: string | null): Html | false {
  const digest = fingerprintIn(state);
  return digest !== undefined && fact(label, html`<code>${displayText(digest)}</code>`);
}

/** What changed, in words; or what was allowed, or an app was created with, if there was nothing before. */
function changes({ entry }: Shown, text: Text): Html | false {
  const { title, allowed, created, fieldNames } = text.audit.change;
  const names = namesOfChanged(entry, text);
  if (names !== undefined) {
    return html`<section class="stack"><h2>${title}</h2><p>${names || fieldNames.unchanged}</p>
<p class="quiet">${fieldNames.unrecorded}</p></section>`;
  }
  const fields = changedFields(entry, text);
  return (
    fields.length > 0 &&
    html`<section class="stack"><h2>${entry.event === 'consent_given' ? allowed : entry.event === 'client_created' ? created : title}</h2>
<dl class="particulars">${fields.map(({ label, said }) => fact(label, said))}</dl></section>`
  );
}

const facts = (view: Shown, text: Text, reader: Reader): Html => {
  const { audit, sessions } = text;
  const { entry, names, pages } = view;
  const { facts } = audit;
  const { target, ip, userAgent, requestId, before, after } = entry;
  const operator = OPERATOR.exec(target ?? '')?.[1];
  const person = personOf(entry, names, pages, text);
  return html`<dl class="particulars">
${person !== undefined && fact(termOfPerson(entry, text), participant(person))}
${operator !== undefined && fact(audit.change.fields.operator, displayText(operator))}
${targetsOf(entry, names, pages, text).map((one) => fact(facts.concerns, participant(one)))}
${appRow(view, text)}
${connectionRow(view, text, reader)}
${ip !== null && fact(facts.ip, displayText(ip))}
${userAgent !== null && userAgent !== '' && fact(facts.userAgent, displayText(nameOfBrowser(userAgent, sessions)))}
</dl>
<details><summary>${audit.change.technical}</summary><dl class="particulars">
${fact(facts.event, html`<code>${entry.event}</code>`)}
${target !== null && fact(facts.target, displayText(target))}
${requestId !== null && fact(facts.request, html`<code>${displayText(requestId)}</code>`)}
${fingerprint(facts.before, before)}
${fingerprint(facts.after, after)}
</dl></details>`;
};

/** What became of it, and the entry that says so. */
const outcomeOf = ({ outcome, base }: Shown): Html | false =>
  outcome !== undefined &&
  html`<p>${linked(outcome.said, outcome.entryId === undefined ? undefined : `${base}/${outcome.entryId}`)}</p>`;

/** Whose connections ended, where those of several people can have ended. */
function endedPeople({ names, pages }: Shown, text: Text): Html | false {
  const people = endedOf(names, pages, text);
  const others = pages.ended === undefined ? [] : othersEnded(pages.ended, text);
  return (
    people.length + others.length > 0 &&
    html`<section class="stack"><h2>${text.audit.change.whoseEnded}</h2>
${people.length > 0 && html`<ul>${people.map(({ person, apps }) => html`<li>${participant(person)}${apps !== '' && html`<br>${apps}`}</li>`)}</ul>`}
${others.map((one) => html`<p class="quiet">${one}</p>`)}</section>`
  );
}
