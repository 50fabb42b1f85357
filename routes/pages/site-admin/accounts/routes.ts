/** The accounts of all people, for those who run the platform: finding one, and looking at it. */
import type { FastifyInstance } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import { sendPage } from '../../kit/sending.ts';
import type { Place, PlacedRequest } from '../placed-pages.ts';
import { ACTIONS, findAccount, showAccount } from './account.ts';
import { accountActions } from './actions.ts';
import { accountsPage } from './list-view.ts';

const MAX_SEARCHED = 100;

export function accountPages<V extends PlacedRequest>(app: FastifyInstance, place: Place<V>): void {
  const { pages, path } = place;

  pages.get(path, async (signedIn, reply) => {
    const searched = (readParameters(signedIn.request.query).get('q') ?? '').trim().slice(0, MAX_SEARCHED);
    // No name contains NUL, which PostgreSQL does not accept.
    const isSearchable = searched !== '' && !searched.includes('\0');
    const { found, hasMore } = isSearchable
      ? await app.people.accountHelp.search(searched.toWellFormed())
      : { found: [], hasMore: false };
    const base = place.base(signedIn);
    const page = accountsPage(place.frame(signedIn), { searched, accounts: found, hasMore, base });
    return sendPage(reply, page, 'own');
  });

  pages.get(`${path}/:person`, async (signedIn, reply) => {
    const person = await findAccount(app, signedIn);
    if (person === undefined) return place.missing(signedIn, reply);
    const done = readParameters(signedIn.request.query).get('done');
    const shown = { done: ACTIONS.find((name) => name === done), hasChanged: false };
    return showAccount(app, place, signedIn, reply, person, shown);
  });

  accountActions(app, place);
}
