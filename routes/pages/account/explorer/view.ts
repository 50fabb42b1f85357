import { type Text, textFor } from '../../../words/index.ts';
import { emptyList, linkButton, notice, textArea } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { explorerScript } from '../../kit/scripts.ts';
import { explorerStylesheet } from '../../kit/styles.ts';
import { EXAMPLES, type ExampleName } from './examples.ts';
import { explorerUrl } from './explorer-application.ts';
import type { Arrival } from './sign-in.ts';

export type ExplorerSchool = {
  name: string;
  /** The application that signs in there, if the school has one. */
  client?: { id: string; signInHref: string };
  /** Where the person can create it. */
  setUpHref?: string;
};

export type Explorer = {
  baseUrl: string;
  /** For a visitor who is not signed in. */
  signInHref?: string;
  schools?: readonly ExplorerSchool[];
  arrival?: Arrival | undefined;
};

/** Placeholders that the script replaces. */
const PLACE = { name: '{name}', type: '{type}', why: '{why}', status: '{status}', ms: '{ms}' };

const signInLink = ({ name, client }: ExplorerSchool, { explorer }: Text): Html | false =>
  client !== undefined && linkButton(client.signInHref, explorer.at({ school: displayText(name) }));

const setUpLink = ({ name, setUpHref }: ExplorerSchool, { explorer }: Text): Html | false =>
  setUpHref !== undefined && linkButton(setUpHref, explorer.setUp({ school: displayText(name) }), 'secondary');

/** How to begin: for a visitor, for a person whose schools have the explorer, and for one whose schools have not. */
const beginning = ({ signInHref, schools = [] }: Explorer, text: Text): Html => {
  const { explorer, account } = text;
  if (signInHref !== undefined) {
    return html`<p>${explorer.signedOut}</p><div class="inline">${linkButton(signInHref, explorer.signIn)}</div>`;
  }
  if (schools.length === 0) return emptyList(account.overview.noSchool, account.overview.noSchoolText);
  const setUps = html`<div class="inline">${schools.map((one) => setUpLink(one, text))}</div>`;
  if (schools.every(({ client }) => client === undefined)) {
    return html`${emptyList(explorer.none, explorer.noneText)}${setUps}`;
  }
  return html`<p>${explorer.connect}</p><div class="inline">${schools.map((one) => signInLink(one, text))}</div>${setUps}`;
};

const exampleChoice = ({
  explorer,
}: Text): Html => html`<div class="field"><label for="example">${explorer.example}</label>
<select id="example" autocomplete="off">${(Object.keys(EXAMPLES) as ExampleName[]).map(
  (name) => html`<option value="${EXAMPLES[name]}">${explorer.examples[name]}</option>`,
)}</select></div>`;

const workbench = (text: Text): Html => {
  const { explorer } = text;
  return html`<section class="stack" data-part="workbench" hidden><h2 data-part="who" tabindex="-1">${explorer.title}</h2>
<div class="workbench"><form class="stack" data-part="form">
${exampleChoice(text)}
${textArea({ name: 'query', label: explorer.query, hint: explorer.queryHint, rows: 16, value: EXAMPLES.courses })}
<div class="fields" data-part="fields" hidden><p class="detail" id="fields-of"></p><ul class="chips" aria-labelledby="fields-of"></ul></div>
<details><summary>${explorer.variables}</summary>${textArea({ name: 'variables', label: explorer.variablesLabel, rows: 3, optional: true })}</details>
<div class="inline"><button type="submit" class="primary">${explorer.run}</button>
<button type="button" class="secondary" data-part="sign-out">${explorer.signOut}</button></div></form>
<div class="answer"><h3 id="result-title">${explorer.result}</h3><p class="detail" role="status" data-part="status">${explorer.empty}</p>
<pre tabindex="0" role="region" aria-labelledby="result-title" data-part="result"></pre></div></div></section>`;
};

/** The sentences that the script says, with places for what only it knows. */
const sentences = ({ explorer }: Text): Html => {
  const { problems } = explorer;
  return html` data-done="${explorer.done({ status: PLACE.status, milliseconds: PLACE.ms })}" data-running="${explorer.running}" data-fields="${explorer.fields({ type: PLACE.type })}" data-ended="${problems.ended}" data-refused="${problems.refused({ why: PLACE.why })}" data-silent="${problems.silent}" data-variables="${problems.variables({ example: '{"first": 5}' })}"`;
};

/** What the script needs to exchange the code that is in the address. */
const answered = ({ arrival, schools = [], baseUrl }: Explorer, { explorer }: Text): Html | false => {
  const school = arrival?.is === 'answered' && schools.find(({ client }) => client?.id === arrival.clientId);
  return (
    school !== undefined &&
    school !== false &&
    arrival?.is === 'answered' &&
    html` data-client="${arrival.clientId}" data-verifier="${arrival.verifier}" data-redirect="${explorerUrl(baseUrl)}" data-resource="${baseUrl}" data-connected="${explorer.connected({ person: PLACE.name, school: displayText(school.name) })}"`
  );
};

const problemOf = ({ arrival }: Explorer, { explorer }: Text): string => {
  if (arrival?.is === 'foreign') return explorer.problems.foreign;
  return arrival?.is === 'refused' ? explorer.problems.refused({ why: displayText(arrival.why) }) : '';
};

export const explorerPage = (frame: PageFrame, view: Explorer): string => {
  const text = textFor(frame.language);
  const { explorer, account } = text;
  const problem = problemOf(view, text);
  const body = html`<div class="intro"><h1>${explorer.title}</h1><p>${explorer.lead}</p></div>
<noscript>${notice('warning', html`<p>${explorer.noScript}</p>`)}</noscript>
<div class="stack" id="explorer"${sentences(text)}${answered(view, text)}>
<div class="notice problem" role="alert" data-part="problem"${problem === '' && html` hidden`}>${problem}</div>
<section class="stack" data-part="beginning">${beginning(view, text)}</section>
${view.schools?.some(({ client }) => client !== undefined) && workbench(text)}</div>
<ul class="links"><li><a href="/account/schema.graphql">${explorer.schema}</a></li>
<li><a href="/auth.md">${explorer.howTo}</a></li>
${view.schools !== undefined && html`<li><a href="/account/connected-apps">${account.area.pages.connectedApps}</a></li>`}</ul>`;
  const headExtra = html`<link rel="stylesheet" href="${explorerStylesheet.path}">${explorerScript}`;
  return page(frame, { title: explorer.title, body, headExtra, wide: true });
};
