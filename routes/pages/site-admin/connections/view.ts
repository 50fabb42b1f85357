import { type Text, textFor } from '../../../words/index.ts';
import { claimedName, clientOrigin, clientTile, clientTitle } from '../../kit/client.ts';
import { accountCard, day, fact, linkButton, timeOf } from '../../kit/components.ts';
import { numbered, sinceText } from '../../kit/connection-place.ts';
import { displayText } from '../../kit/display-text.ts';
import { grantedScopes } from '../../kit/granted-scopes.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import type { ConnectionView } from './list-view.ts';

export type OneConnection = Omit<ConnectionView, 'href'> & {
  clientId: string;
  timeZone: string;
  /** Paths of the lists of connections of the same app and of the same person. */
  appHref: string;
  personHref: string;
  backHref: string;
  /** The path of what the person did by the app, for people who may read the audit log. */
  auditHref: string | undefined;
  /** The pages that end it, for people who may do that. */
  ends: { href: string; clientHref: string } | undefined;
};

const endings = ({ ends, client }: OneConnection, text: Text['connections']): Html | undefined =>
  ends &&
  html`<section class="stack"><p class="detail">${text.endText}</p>
<div class="inline">${linkButton(ends.href, text.end, 'secondary danger')}
${linkButton(ends.clientHref, text.endClient({ app: clientTitle(client) }), 'secondary')}</div></section>`;

/** The page of one connection with its access. */
export const connectionPage = (frame: PageFrame, view: OneConnection): string => {
  const { language } = frame;
  const text = textFor(language);
  const { client, person, place, clientId, timeZone, scopes, since, lastUsedAt } = view;
  const { appHref, personHref, backHref, auditHref } = view;
  const { connections } = text;
  const title = numbered(
    connections.details({ app: clientTitle(client), person: displayText(person.name) }),
    place,
    language,
  );
  const body = html`<div class="asker">${clientTile(client)}<div><h1>${title}</h1>
${claimedName(client, text)}
${clientOrigin(client, text)}</div></div>
<section class="panel"><h2>${connections.person}</h2>${accountCard(person)}<p><a href="${personHref}">${connections.onlyPerson}</a></p></section>
${grantedScopes(scopes, text, connections)}
<dl class="facts">
${fact(connections.clientId, html`<code>${displayText(clientId)}</code>`)}
${fact(connections.since, timeOf(since, sinceText({ since, place, timeZone }, language)))}
${fact(connections.lastUsed, day(lastUsedAt, language, timeZone))}
</dl>
<ul class="links">${auditHref !== undefined && html`<li><a href="${auditHref}">${text.audit.trails.connection}</a></li>`}<li><a href="${appHref}">${connections.onlyApp}</a></li><li><a href="${backHref}">${text.shell.back}</a></li></ul>
${endings(view, connections)}`;
  return page(frame, { title, body });
};
