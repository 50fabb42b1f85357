/** Shows the answer of an authorization request once, to a person whose program is on another computer. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { makeSplitCredential } from '../../../schema/credential.ts';
import { readParameters } from '../../../schema/data/parameters.ts';
import { withParameters } from '../../../schema/oauth/redirect-uri.ts';
import { identityOf } from '../../../schema/people/person.ts';
import { foreignForm } from '../../form.ts';
import { type FindManualCode, type ManualCode, manualCodeFinder } from '../../oauth/authorize/manual-code.ts';
import { addressOf, type Http, type PageRoute } from '../../oauth/authorize/pending-request.ts';
import { type Text, textFor } from '../../words/index.ts';
import { brandedFrame } from '../kit/branding.ts';
import { askingView, clientLabel, clientOrigin, clientTile } from '../kit/client.ts';
import { button, linkButton, notice, postForm } from '../kit/components.ts';
import { copyField } from '../kit/copyable.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import { copyScript } from '../kit/scripts.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import type { ClientView } from '../kit/views.ts';

const SECOND = 1000;

export default async function manualCodePages(app: FastifyInstance): Promise<void> {
  const { loginSession } = app.people;
  const findManualCode = manualCodeFinder(app);
  const show = shower(app);

  showFailures(app);
  app.get<PageRoute>('/oauth/continue/:id/address', withManualCode(findManualCode, ask));
  app.post<PageRoute>(
    '/oauth/continue/:id/address',
    // It is shown once, also to who asks twice.
    { config: { repeats: true } },
    withManualCode(findManualCode, async (http, reply, manualCode) => {
      switch (loginSession.checkForm(http, readParameters(http.body).get('csrf'), ...formBinding(manualCode))) {
        case 'foreign':
          throw foreignForm();
        case 'stale':
          return ask(http, reply, manualCode);
        case 'own':
          return show(http, reply, manualCode);
      }
    }),
  );

  async function ask(http: Http, reply: FastifyReply, manualCode: ManualCode): Promise<FastifyReply> {
    const { request, code } = manualCode;
    const frame = await brandedFrame(app, frameFor(http, request.uiLocales), code.siteId);
    const page = askPage(frame, {
      action: addressOf(manualCode, 'address'),
      csrf: loginSession.formToken(...formBinding(manualCode)),
      client: askingView(app.config, request.client, frame.language, frame.schoolName),
    });
    return sendPage(reply, page, 'form');
  }
}

const formBinding = ({ pending, session }: ManualCode): (string | Buffer)[] => [
  'address of an answer',
  pending.id,
  pending.browserHash,
  session.id,
];

/** Answers for a request whose answer may not be shown. */
const withManualCode =
  (
    findManualCode: FindManualCode,
    handle: (http: Http, reply: FastifyReply, manualCode: ManualCode) => Promise<FastifyReply>,
  ) =>
  async (http: Http, reply: FastifyReply): Promise<FastifyReply> => {
    const found = await findManualCode(http, reply);
    if ('closed' in found) {
      return sendPage(reply.code(found.status), messagePage(frameFor(http), { kind: found.closed }), 'plain');
    }
    if (!('reason' in found)) return handle(http, reply, found);
    return refuse(http, reply, found.reason);
  };

const refuse = (http: Http, reply: FastifyReply, why: 'gone' | 'withheld'): FastifyReply =>
  sendPage(reply.code(why === 'gone' ? 409 : 403), refusedPage(frameFor(http), why), 'plain');

/**
 * Shows the address with a code of its own, so that the time to copy it begins now. The code that the browser carried
 * before is worth nothing from then on, wherever it has been.
 */
function shower(app: FastifyInstance) {
  const { clock, config, oauth, originOf } = app;

  return async (http: Http, reply: FastifyReply, manualCode: ManualCode): Promise<FastifyReply> => {
    const { pending, request, session, code } = manualCode;
    const { siteId } = code;
    const at = clock();
    const personId = session.person.id;
    const clientId = request.client.id;
    const { id, hash, value } = makeSplitCredential('authorization_code', code.id);
    const isReplaced = await oauth.replacementCodes.replace(
      {
        requestId: pending.id,
        id,
        hash,
        expiresAt: at + config.lifetimes.code,
        personId,
        siteId,
        sessionId: session.id,
        identityId: identityOf(session),
      },
      {
        ...originOf(http),
        event: 'address_shown',
        at,
        clientId,
        personId,
        siteId,
        outgoing: app.people.mailer.outgoing({ order: 'address_shown', clientId, personId, siteId, at }),
      },
    );
    if (!isReplaced) return refuse(http, reply, 'gone');
    const frame = await brandedFrame(app, frameFor(http, request.uiLocales), siteId);
    const page = shownPage(frame, {
      client: askingView(app.config, request.client, frame.language, frame.schoolName),
      // The redirect URI is the verified one, as for every other answer (RFC 9207 §2 for `iss`).
      address: withParameters(request.redirect, { code: value, state: request.state, iss: config.baseUrl }),
      seconds: Math.round(config.lifetimes.code / SECOND),
    });
    return sendPage(reply, page, 'scripted_form');
  };
}

const CONNECTED_APPS = '/account/connected-apps';

export type ManualCodeQuestion = { action: string; csrf: string; client: ClientView };
export type ShownCode = { client: ClientView; address: string; seconds: number };

/**
 * The client that would get the access, named as on the consent page: a name that nobody has checked is only claimed.
 */
const claimant = (client: ClientView, text: Text): Html => html`<div class="asker">${clientTile(client)}<div>
<p class="name">${clientLabel(client)}</p>
${client.host !== undefined && html`<p class="detail">${text.client.callsItself({ name: displayText(client.name) })}</p>`}
${clientOrigin(client, text)}
</div></div>`;

const warnings = ({ otherComputer: { beware } }: Text): Html =>
  notice('warning', html`<p>${beware.paste}</p><p>${beware.never}</p><p>${beware.stop}</p>`);

/** Asks whether the program is on another computer, before anything is shown. */
const askPage = (frame: PageFrame, { action, csrf, client }: ManualCodeQuestion): string => {
  const all = textFor(frame.language);
  const text = all.otherComputer;
  const body = html`<div class="intro"><h1>${text.title}</h1><p>${text.lead({ app: clientLabel(client) })}</p></div>
${claimant(client, all)}
${warnings(all)}
${postForm({
  action,
  csrf,
  body: html`<div class="actions pair">${linkButton(CONNECTED_APPS, text.stop, 'secondary')}${button(text.show)}</div>`,
})}`;
  return page(frame, { title: text.title, body });
};

export const shownPage = (frame: PageFrame, { client, address, seconds }: ShownCode): string => {
  const all = textFor(frame.language);
  const text = all.otherComputer;
  const body = html`<div class="intro"><h1>${text.copy({ app: clientLabel(client) })}</h1><p>${text.once({ seconds })}</p></div>
${copyField(all.shell, 'address', text.address, address)}
${warnings(all)}
<p><a href="${CONNECTED_APPS}">${text.stop}</a></p>`;
  return page(frame, { title: text.copy({ app: clientLabel(client) }), body, headExtra: copyScript });
};

const refusedPage = (frame: PageFrame, why: 'gone' | 'withheld'): string => {
  const all = textFor(frame.language);
  const { title, text } = all.otherComputer[why];
  const body = html`<div class="intro"><h1>${title}</h1><p>${text}</p></div>
<ul class="links"><li><a href="${CONNECTED_APPS}">${all.consent.undoLink}</a></li></ul>`;
  return page(frame, { title, body });
};
