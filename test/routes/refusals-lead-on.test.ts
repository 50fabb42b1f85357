/** Refusals name the real reason, and what to ask whom, for each kind of client. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { BASE, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import {
  authorize,
  authorizeUrl,
  CALLBACK,
  DEMO,
  makeVerifier,
  type TestClient,
  walkThrough,
} from '../support/oauth-client.ts';

const ADMIN = `${BASE}/admin`;
/** RFC 6749 §4.1.2.1. */
const DESCRIPTION = /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

t.test(
  'a client that may not have account scopes is told whom to ask for what, where, by its kind [E-32, RFC 6749 §4.1.2.1]',
  async (t) => {
    const host = await documentHost(t);
    const { app } = await testApp(t, { network: host.network, env: { CIMD_OPEN_REGISTRATION: 'on' } });
    const registered = await app.inject({
      method: 'POST',
      url: '/api/oauth/register',
      payload: { client_name: 'Some tool', redirect_uris: [CALLBACK] },
    });
    const id = 'https://host.example/agent';
    host.serve(id, documentFor(id));
    const refused = async (client: TestClient, scope: string): Promise<string> => {
      const response = await app.inject(authorizeUrl(client, makeVerifier(), { scope }));
      const query = new URL(String(response.headers.location)).searchParams;
      t.equal(query.get('error'), 'invalid_scope');
      const description = query.get('error_description') ?? '';
      t.match(description, DESCRIPTION);
      return description;
    };
    const on = (clientId: string): TestClient => ({ id: clientId, redirectUri: CALLBACK, secret: undefined });
    t.equal(
      await refused(on(registered.json().client_id), 'openid account:read'),
      `this client may not request: account:read; ask an owner or administrator of the school for a client_id: OAuth applications (for an assistant: Setup guides, Members), at ${ADMIN}`,
    );
    t.match(
      await refused(on('c_vendor_claude_code'), 'account:read'),
      `for a client_id: OAuth applications (for an assistant: Setup guides, Members), at ${ADMIN}`,
    );
    t.match(
      await refused(on(id), 'account:read'),
      `ask an owner or administrator of the school to offer it: Setup guides, Members, or App reviews, at ${ADMIN}`,
    );
    t.match(await refused(on(id), 'courses:write'), /it can only read until it has been reviewed/);
    t.match(
      await refused(DEMO.cli, 'courses:read'),
      `an owner or administrator of the school can allow it: OAuth applications, at ${ADMIN}`,
    );
  },
);

t.test(
  'an app that another school has adopted is refused for that reason, with the next step in five languages [CIMD §7]',
  async (t) => {
    const host = await documentHost(t);
    const { app } = await testApp(t, { network: host.network, env: { CIMD_OPEN_REGISTRATION: 'on' } });
    const id = 'https://host.example/agent';
    const redirectUri = 'https://host.example/callback';
    const client: TestClient = { id, redirectUri, secret: undefined };
    host.serve(id, documentFor(id, { redirect_uris: [redirectUri, CALLBACK] }));
    await authorize(app, { ...client, redirectUri: CALLBACK }, { scope: 'openid' });
    const known = await app.oauth.metadataClients.find(id);
    if (known === undefined) throw new Error('the client is not kept');
    await app.oauth.metadataClients.adopt(known, 'site_demo_harbour', { at: app.clock() });

    const walk = { email: 'ana@riverside.example' };
    const onLoopback = authorizeUrl({ ...client, redirectUri: CALLBACK }, makeVerifier(), { scope: 'account:read' });
    const browser = new Browser(app);
    const told = (await walkThrough(browser, await browser.get(onLoopback), walk)).leavesFor?.searchParams;
    t.equal(told?.get('error'), 'access_denied');
    t.equal(
      told?.get('error_description'),
      `this school has not adopted the app; ask an owner or administrator of the school to offer it: Setup guides, Members, or App reviews, at ${ADMIN}`,
    );

    for (const language of LANGUAGES) {
      const { message } = textFor(language);
      const reader = new Browser(app);
      reader.headers = { ...reader.headers, 'accept-language': language };
      const url = authorizeUrl(client, makeVerifier(), { scope: 'account:read' });
      const page = await walkThrough(reader, await reader.get(url), walk);
      t.ok(page.body.includes(message.not_adopted.title), language);
      t.match(page.body, `href="${ADMIN}"`, 'the address to pass on');
      t.match(page.body, 'href="https://host.example/callback?error=access_denied', 'the way back');
    }

    const partly = authorizeUrl({ ...client, redirectUri: CALLBACK }, makeVerifier(), { scope: 'openid account:read' });
    const { unavailable } = textFor('en').consent;
    const consent = await browser.get(partly);
    t.ok(consent.body.includes(unavailable.not_adopted.why));
    t.notOk(consent.body.includes(unavailable.outside_role.why));
  },
);
