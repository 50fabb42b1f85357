import { type Text, textFor } from '../../words/index.ts';
import { accountCard, button, linkButton, postForm } from '../kit/components.ts';
import { displayText, linkTarget } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import type { AccountView, LinkView } from '../kit/views.ts';

export type SignedInVisitor = {
  account: AccountView;
  /** The schools that the person runs. */
  runs: readonly { slug: string; name: string }[];
  csrf: string;
};

export type Home = {
  baseUrl: string;
  docsUrl: string;
  /** Paths of the documents for machines. */
  documents: readonly string[];
  /** A command that runs the whole flow. */
  command: string;
  signedIn: SignedInVisitor | undefined;
  /** Whether there is no school yet. */
  isWaiting: boolean;
};

const stranger = (text: Text['home']): Html => html`<section class="stack"><div class="intro"><h2>${text.visitor}</h2>
<p>${text.visitorText}</p></div><p>${linkButton('/sign-in', text.signIn)}</p></section>`;

const waiting = ({ setup }: Text): Html =>
  html`<section class="panel"><h2>${setup.waiting.title}</h2><p>${setup.waiting.text}</p></section>`;

const visitor = ({ account, runs, csrf }: SignedInVisitor, { home, shell }: Text): Html => html`<section class="panel">
<h2>${home.signedIn}</h2>
${accountCard(account)}
<h3>${home.goOn}</h3>
<ul class="links"><li><a href="/account">${shell.areas.account}</a></li>
${runs.map(({ slug, name }) => html`<li><a href="${linkTarget(`/admin/${slug}`)}">${home.admin({ school: displayText(name) })}</a></li>`)}</ul>
${postForm({ action: '/oauth/logout/confirm', csrf, body: button(home.signOut, 'plain') })}
</section>`;

const link = ({ href, label }: LinkView): Html =>
  html`<li><a href="${linkTarget(href)}">${displayText(label)}</a></li>`;

/** The start page, for people with an account, for chance visitors, and for developers. */
export const homePage = (frame: PageFrame, view: Home): string => {
  const { baseUrl, docsUrl, documents, command, signedIn, isWaiting } = view;
  const text = textFor(frame.language);
  const { home } = text;
  const reading = [
    { href: docsUrl, label: home.docs },
    { href: '/auth.md', label: home.walkthrough },
  ];
  const body = html`<div class="intro"><h1>${home.title}</h1><p>${home.lead}</p></div>
${isWaiting ? waiting(text) : signedIn === undefined ? stranger(home) : visitor(signedIn, text)}
<section class="stack"><div class="intro"><h2>${home.developer}</h2><p>${home.developerText}</p></div>
<div><h3>${home.issuer}</h3><code class="address">${displayText(baseUrl)}</code></div>
<div><h3>${home.tryIt}</h3><pre><code>${command}</code></pre></div>
<div><h3>${home.documents}</h3><ul class="links">${[...reading, ...documents.map((path) => ({ href: path, label: path }))].map(link)}</ul></div>
</section>`;
  return page(frame, { title: home.title, body, wide: true });
};
