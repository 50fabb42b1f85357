/** The accounts of all people, for those who run the platform: finding one, and looking at it. */
import type { FastifyInstance } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import { sendPage } from '../../kit/sending.ts';
import { adminFrame, at, missing, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { ACTIONS, findAccount, PATH, showAccount } from './account.ts';
import { accountActions } from './actions.ts';
import { accountsPage } from './list-view.ts';

const MAX_SEARCHED = 100;

export function accountPages(app: FastifyInstance, { platform }: SiteAdminPages): void {
  platform.get(`${SCHOOL}${PATH}`, async (signedIn, reply) => {
    const searched = (readParameters(signedIn.request.query).get('q') ?? '').trim().slice(0, MAX_SEARCHED);
    // No name contains NUL, which PostgreSQL does not accept.
    const isSearchable = searched !== '' && !searched.includes('\0');
    const { found, hasMore } = isSearchable
      ? await app.people.accountHelp.search(searched.toWellFormed())
      : { found: [], hasMore: false };
    const base = at(signedIn, PATH);
    const page = accountsPage(adminFrame(signedIn, PATH), { searched, accounts: found, hasMore, base });
    return sendPage(reply, page, 'own');
  });

  platform.get(`${SCHOOL}${PATH}/:person`, async (signedIn, reply) => {
    const person = await findAccount(app, signedIn);
    if (person === undefined) return missing(signedIn, reply);
    const done = readParameters(signedIn.request.query).get('done');
    const shown = { done: ACTIONS.find((name) => name === done), hasChanged: false };
    return showAccount(app, signedIn, reply, person, shown);
  });

  accountActions(app, platform);
}
