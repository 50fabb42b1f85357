/** The explorer of the Account API. It signs in as an app does, and only the page sees the code and the tokens. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CredentialHash, hashCredential, randomSecret, sameHash } from '../../../schema/credential.ts';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import { challengeOf } from '../../../schema/oauth/pkce.ts';
import { joinScopes } from '../../../schema/oauth/scope.ts';
import type { StoredApplication } from '../../../schema/oauth/site-application.ts';
import type { SchoolMembership } from '../../../schema/people/person.ts';
import { goTo } from '../../http.ts';
import { type Text, textFor } from '../../words/index.ts';
import { emptyList, linkButton, notice, textArea } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import {
  EXPLORER,
  explorerApplication,
  explorerScopes,
  explorerUrl,
  FOR_EXPLORER,
} from '../kit/explorer-application.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { explorerScript } from '../kit/scripts.ts';
import { frameFor, sendPage } from '../kit/sending.ts';
import type { SignedInPages } from '../kit/signed-in.ts';
import { explorerStylesheet } from '../kit/styles.ts';
import { manages } from '../site-admin/operator-pages.ts';
import { accountFrame } from './account-pages.ts';

/** With this, the only school is chosen at once after the sign-in to this server. */
const AT_ONCE = `${EXPLORER}?begin=1`;

interface ExplorerSchool {
  school: string;
  /** The application that signs in there, if the school has one. */
  client?: { id: string; signInHref: string };
  /** Where the person can create it. */
  setUpHref?: string | false;
}

interface Explorer {
  baseUrl: string;
  /** Those of the person; `undefined` for a visitor who is not signed in. */
  schools?: readonly ExplorerSchool[];
  arrival?: Arrival | undefined;
}

export function explorerPages(app: FastifyInstance, pages: SignedInPages): void {
  const { baseUrl } = app.config;
  const signIns = explorerSignIns(app);

  pages.get(
    EXPLORER,
    async (signedIn, reply) => {
      const { request, memberships } = signedIn;
      const schoolFor = async (membership: SchoolMembership): Promise<ExplorerSchool> => {
        const { siteId, siteName, slug } = membership;
        const school = displayText(siteName);
        const application = await explorerApplication(app, siteId);
        if (application !== undefined) {
          return { school, client: { id: application.id, signInHref: signIns.begin(application, request, reply) } };
        }
        const query = new URLSearchParams({ for: FOR_EXPLORER });
        return { school, setUpHref: manages(membership) && `/admin/${slug}/applications/new?${query}` };
      };
      const query = readParameters(request.query);
      const schools = await Promise.all(memberships.filter(({ isClosed }) => !isClosed).map(schoolFor));
      const [first, ...others] = schools.flatMap(({ client }) => (client === undefined ? [] : [client.signInHref]));
      if (query.get('begin') !== undefined && first !== undefined && others.length === 0) return goTo(reply, first);
      const arrival = signIns.arrival(query, request, reply);
      return sendPage(reply, explorerPage(accountFrame(signedIn, EXPLORER), { baseUrl, schools, arrival }), 'own');
    },
    (request, reply) => sendPage(reply, explorerPage(frameFor(request), { baseUrl }), 'own'),
  );
}

function explorerPage(frame: PageFrame, view: Explorer): string {
  const { arrival, schools } = view;
  const text = textFor(frame.language);
  const { explorer, account } = text;
  const problem = problemOf(arrival, explorer);
  const body = html`<div class="intro"><h1>${explorer.title}</h1><p>${explorer.lead}</p></div>
<noscript>${notice('warning', html`<p>${explorer.noScript}</p>`)}</noscript>
<div class="stack" id="explorer"${sentences(explorer)}${answered(view, explorer)}>
<div class="notice problem" role="alert" data-part="problem"${problem === '' && html` hidden`}>${problem}</div>
<section class="stack" data-part="beginning">${beginning(schools, text)}</section>
${schools?.some(({ client }) => client !== undefined) && workbench(explorer)}</div>
<ul class="links"><li><a href="/account/schema.graphql">${explorer.schema}</a></li>
<li><a href="/auth.md">${explorer.howTo}</a></li>
${schools !== undefined && html`<li><a href="/account/connected-apps">${account.area.pages.connectedApps}</a></li>`}</ul>`;
  const headExtra = html`<link rel="stylesheet" href="${explorerStylesheet.path}">${explorerScript}`;
  return page(frame, { title: explorer.title, body, headExtra });
}

/** How to begin: for a visitor, for a person whose schools have the explorer, and for one whose schools have not. */
function beginning(schools: Explorer['schools'], { account, explorer }: Text): Html {
  if (schools === undefined) {
    const signInHref = `/sign-in?${new URLSearchParams({ next: AT_ONCE })}`;
    return html`<p>${explorer.signedOut}</p><div class="inline">${linkButton(signInHref, explorer.signIn)}</div>`;
  }
  if (schools.length === 0) return emptyList(account.overview.noSchool, account.overview.noSchoolText);
  const setUps = html`<div class="inline">${schools.map(
    ({ school, setUpHref }) => setUpHref && linkButton(setUpHref, explorer.setUp({ school }), 'secondary'),
  )}</div>`;
  if (schools.every(({ client }) => client === undefined)) {
    return html`${emptyList(explorer.none, explorer.noneText)}${setUps}`;
  }
  return html`<p>${explorer.connect}</p><div class="inline">${schools.map(
    ({ school, client }) => client && linkButton(client.signInHref, explorer.at({ school })),
  )}</div>${setUps}`;
}

/** The sentences that the script says, with places for what only it knows. */
function sentences({ done, fields, problems, running }: Text['explorer']): Html {
  const answer = done({ status: '{status}', milliseconds: '{ms}' });
  return html` data-done="${answer}" data-running="${running}" data-fields="${fields({ type: '{type}' })}" data-ended="${problems.ended}" data-refused="${problems.refused({ why: '{why}' })}" data-silent="${problems.silent}" data-variables="${problems.variables({ example: '{"first": 5}' })}"`;
}

/** The data with which the script exchanges the code in the address. */
function answered({ arrival, schools = [], baseUrl }: Explorer, { connected }: Text['explorer']): Html | undefined {
  if (arrival?.is !== 'answered') return undefined;
  const { clientId, verifier } = arrival;
  const { school } = schools.find(({ client }) => client?.id === clientId) ?? {};
  if (school === undefined) return undefined;
  return html` data-client="${clientId}" data-verifier="${verifier}" data-redirect="${explorerUrl(baseUrl)}" data-resource="${baseUrl}" data-connected="${connected({ person: '{name}', school })}"`;
}

function problemOf(arrival: Arrival | undefined, { problems }: Text['explorer']): string {
  if (arrival?.is === 'foreign') return problems.foreign;
  return arrival?.is === 'refused' ? problems.refused({ why: displayText(arrival.why) }) : '';
}

export function workbench(explorer: Text['explorer']): Html {
  const examples = Object.entries(EXAMPLES) as [keyof typeof EXAMPLES, string][];
  return html`<section class="stack" data-part="workbench" hidden><h2 data-part="who" tabindex="-1">${explorer.title}</h2>
<div class="workbench"><form class="stack" data-part="form">
<div class="field"><label for="example">${explorer.example}</label>
<select id="example" autocomplete="off">${examples.map(([name, query]) => html`<option value="${query}">${explorer.examples[name]}</option>`)}</select></div>
${textArea({ name: 'query', label: explorer.query, hint: explorer.queryHint, rows: 16, value: EXAMPLES.courses })}
<div class="fields" data-part="fields" hidden><p class="detail" id="fields-of"></p><ul class="chips" aria-labelledby="fields-of"></ul></div>
<details><summary>${explorer.variables}</summary>${textArea({ name: 'variables', label: explorer.variablesLabel, rows: 3, optional: true })}</details>
<div class="inline"><button type="submit" class="primary">${explorer.run}</button>
<button type="button" class="secondary" data-part="sign-out">${explorer.signOut}</button></div></form>
<div class="answer"><h3 id="result-title">${explorer.result}</h3><p class="detail" role="status" data-part="status">${explorer.empty}</p>
<pre tabindex="0" role="region" aria-labelledby="result-title" data-part="result"></pre></div></div></section>`;
}

const EXAMPLES: Readonly<Record<keyof Text['explorer']['examples'], string>> = {
  courses: `{
  viewer {
    name
    enrolledCourses(first: 5) {
      nodes {
        title
        progressPercent
        lastWatchedLecture {
          title
          positionSeconds
        }
      }
    }
  }
}
`,
  orders: `{
  viewer {
    orders(first: 5) {
      nodes { number status placedAt total { formatted } }
    }
  }
}
`,
  events: `{
  viewer {
    eventRegistrations(first: 5) {
      nodes { status registeredAt event { title startsAt } }
    }
  }
}
`,
  files: `{
  viewer {
    digitalProducts(first: 5) {
      nodes { title files { name } }
    }
  }
}
`,
  language: `mutation {
  updateProfile(input: { locale: "en" }) {
    name
    locale
  }
}
`,
};

const PURPOSE = 'explorer';

/** The answer of the authorization endpoint. */
type Arrival =
  /** It does not answer a request of this browser. */
  | { is: 'foreign' }
  | { is: 'refused'; why: string }
  | { is: 'answered'; clientId: string; code: string; verifier: string };

function explorerSignIns({ config: { baseUrl }, people: { loginSession } }: FastifyInstance) {
  const tokenFor = (use: 'state' | 'verifier', browser: CredentialHash, clientId: string, nonce: string): string =>
    loginSession.formToken(PURPOSE, use, browser, clientId, nonce);

  return {
    /** Returns the path of the authorization endpoint, with a new request of this browser. */
    begin(application: StoredApplication, http: FastifyRequest, reply: FastifyReply): string {
      const browser = loginSession.browser(http, reply);
      const [clientId, nonce] = [application.id, randomSecret()];
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: explorerUrl(baseUrl),
        scope: joinScopes(explorerScopes(application)),
        resource: baseUrl,
        state: `${clientId}.${nonce}.${tokenFor('state', browser, clientId, nonce)}`,
        code_challenge: challengeOf(tokenFor('verifier', browser, clientId, nonce)),
        code_challenge_method: 'S256',
      });
      return `/oauth/authorize?${query}`;
    },

    /** @returns `undefined` if the query is no answer */
    arrival(query: Parameters, http: FastifyRequest, reply: FastifyReply): Arrival | undefined {
      const state = query.get('state');
      if (state === undefined) return undefined;
      const browser = loginSession.browser(http, reply);
      const [clientId = '', nonce = '', mac = ''] = state.split('.');
      // RFC 6749 §10.12: the request began in this browser. RFC 9207 §2.4: this server answers it.
      const isOwn = sameHash(hashCredential(mac), hashCredential(tokenFor('state', browser, clientId, nonce)));
      if (!isOwn || query.get('iss') !== baseUrl) return { is: 'foreign' };
      const code = query.get('code');
      if (code !== undefined) {
        return { is: 'answered', clientId, code, verifier: tokenFor('verifier', browser, clientId, nonce) };
      }
      return { is: 'refused', why: query.get('error_description') ?? query.get('error') ?? '' };
    },
  };
}
