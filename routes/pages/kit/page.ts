/** Pages of signed-in people as declarations: what is read, and how it is shown. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import type { Language, Text } from '../../words/index.ts';
import { statusNotice } from './components.ts';
import { type Html, html, type Renderable } from './html.ts';
import { type PageFrame, page as wholePage } from './layout.ts';
import { sendPage } from './sending.ts';
import type { SignedInPages, SignedInRequest } from './signed-in.ts';

/** In `?done=`, where nothing was changed. */
const NOTHING = 'none';

/** Where pages are: who may see them, and what is around them. */
export interface Place<V extends SignedInRequest = SignedInRequest> {
  pages: SignedInPages<V>;
  frame(signedIn: V): PageFrame;
  /** In which times are shown. */
  timeZone(signedIn: V): string;
  /** Sends the response for an object that does not exist, or no longer does. */
  missing(signedIn: V, reply: FastifyReply): FastifyReply;
}

/** A page that a person has asked for. */
export interface Visit<V extends SignedInRequest = SignedInRequest> {
  signedIn: V;
  frame: PageFrame;
  text: Text;
  language: Language;
  timeZone: string;
  /** The token for every form on the page. */
  csrf: string;
  now: number;
  query: Parameters;
}

export interface PageDeclaration<V extends SignedInRequest, Data> {
  /** The path. */
  at: string;
  /** Reads what the page shows; `undefined` if there is no such thing. */
  load(visit: Visit<V>): Promise<Data | undefined> | Data | undefined;
  /** Safe to display (`displayText`), in the browser's tab as well. */
  title(data: Data, visit: Visit<V>): string;
  /** The lead below the heading. */
  lead?(data: Data, visit: Visit<V>): Renderable;
  /** The top of the page, if it is another than the title as the heading and the lead. */
  top?(data: Data, visit: Visit<V>, title: string): Html;
  /** The report of each `?done=`. */
  done?(visit: Visit<V>, data: Data): Readonly<Record<string, Renderable>>;
  body(data: Data, visit: Visit<V>): Renderable;
  /** The status of the response; by default 200. */
  status?(data: Data): number;
  /** Scripts that the page runs, and stylesheets that it has besides. */
  scripts?(data: Data, visit: Visit<V>): Html | undefined;
  /** Returns whether the page is about a mistake, which its title says. */
  isWrong?(data: Data): boolean;
}

/** Sends a page with the data that it shows. */
export type PageSender<V extends SignedInRequest, Data> = (
  signedIn: V,
  reply: FastifyReply,
  data: Data,
) => FastifyReply;

/**
 * Registers a page.
 * @returns what sends it with other data than it would read, such as a form with what is wrong in it
 */
export function definePage<V extends SignedInRequest, Data>(
  app: FastifyInstance,
  place: Place<V>,
  page: PageDeclaration<V, Data>,
): PageSender<V, Data> {
  place.pages.get(page.at, async (signedIn, reply) => {
    const visit = visitOf(app, place, signedIn);
    const data = await page.load(visit);
    if (data === undefined) return place.missing(signedIn, reply);
    return send(reply.code(page.status?.(data) ?? 200), page, data, visit);
  });
  return pageSender(app, place, page);
}

type PageParts<V extends SignedInRequest, Data> = Omit<PageDeclaration<V, Data>, 'at' | 'load'>;

/** Returns what sends a page whose request is registered elsewhere. */
export const pageSender =
  <V extends SignedInRequest, Data>(
    app: FastifyInstance,
    place: Place<V>,
    page: PageParts<V, Data>,
  ): PageSender<V, Data> =>
  (signedIn, reply, data) =>
    send(reply, page, data, visitOf(app, place, signedIn));

function send<V extends SignedInRequest, Data>(
  reply: FastifyReply,
  page: PageParts<V, Data>,
  data: Data,
  visit: Visit<V>,
): FastifyReply {
  const title = page.title(data, visit);
  const intro = html`<div class="intro"><h1>${title}</h1>${page.lead?.(data, visit)}</div>`;
  const body = html`${page.top?.(data, visit, title) ?? intro}
${doneNotice(page.done?.(visit, data), visit)}
${page.body(data, visit)}`;
  const parts = { title, body, isWrong: page.isWrong?.(data) === true };
  return sendPage(reply, wholePage(visit.frame, { ...parts, headExtra: page.scripts?.(data, visit) }), 'own');
}

const visitOf = <V extends SignedInRequest>(app: FastifyInstance, place: Place<V>, signedIn: V): Visit<V> => ({
  signedIn,
  frame: place.frame(signedIn),
  text: signedIn.text,
  language: signedIn.frame.language,
  timeZone: place.timeZone(signedIn),
  csrf: signedIn.csrf,
  now: app.clock(),
  query: readParameters(signedIn.request.query),
});

function doneNotice<V extends SignedInRequest>(
  all: Readonly<Record<string, Renderable>> = {},
  { query }: Visit<V>,
): Html | undefined {
  const done = query.get('done') ?? '';
  if (!Object.hasOwn(all, done)) return undefined;
  return statusNotice(all[done], undefined, done === NOTHING ? 'warning' : 'success');
}
