/** Finds the account that a page is about, and the actions that are possible. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Person } from '../../../../schema/people/person.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { sendPage } from '../../kit/sending.ts';
import { type Place, type PlacedRequest, timeZoneOf } from '../placed-pages.ts';
import { type AccountActionName, type AccountView, accountPage } from './view.ts';

/** The path of each action below that of its account. */
export const ACTION_PATHS: Readonly<Record<AccountActionName, string>> = {
  sendReset: 'send-reset',
  signOut: 'sign-out',
  endConnections: 'end-connections',
  resetSecondFactor: 'reset-second-factor',
  disable: 'disable',
  enable: 'enable',
  restoreEmail: 'undo-email',
  export: 'export',
  erase: 'erase',
};
export const ACTIONS = Object.keys(ACTION_PATHS) as readonly AccountActionName[];

const PERSON_ID = /^usr_[A-Za-z0-9_-]{1,64}$/;

export async function findAccount(app: FastifyInstance, { request }: PlacedRequest): Promise<Person | undefined> {
  const id = pathParameter(request, 'person');
  return PERSON_ID.test(id) ? app.people.persons.find(id) : undefined;
}

const isOwn = ({ session }: PlacedRequest, { id }: Person): boolean => id === session.person.id;

/** Whether an action makes sense for an account. Nobody acts on their own, so that somebody else always looks at it. */
export async function isPossible(
  { people: { accountErasure, mailer, secondFactor } }: FastifyInstance,
  signedIn: PlacedRequest,
  person: Person,
  name: AccountActionName,
): Promise<boolean> {
  if (isOwn(signedIn, person) || person.erasedAt !== null) return false;
  switch (name) {
    case 'disable':
    case 'sendReset':
      return person.active;
    case 'enable':
      return !person.active;
    // Afterwards, a link to the former address is the only way in.
    case 'restoreEmail':
      return mailer.isOn;
    case 'resetSecondFactor':
      return secondFactor.hasAny(person.id);
    // Its schools would have nobody to run them.
    case 'erase':
      return (await accountErasure.onlyOwnerOf(person.id)).length === 0;
    case 'export':
    case 'signOut':
    case 'endConnections':
      return true;
  }
}

export function pageOf<V extends PlacedRequest>(place: Place<V>, signedIn: V, { id }: Person, more = ''): string {
  return `${place.base(signedIn)}/${id}${more}`;
}

export async function showAccount<V extends PlacedRequest>(
  app: FastifyInstance,
  place: Place<V>,
  signedIn: V,
  reply: FastifyReply,
  person: Person,
  result: Pick<AccountView, 'done' | 'hasChanged'>,
): Promise<FastifyReply> {
  const possible: AccountActionName[] = [];
  for (const name of ACTIONS) if (await isPossible(app, signedIn, person, name)) possible.push(name);
  const { id, name, email, emailVerified, active, passwordHash, erasedAt } = person;
  const isErasable = isOwn(signedIn, person) || erasedAt !== null || possible.includes('erase');
  const page = accountPage(place.frame(signedIn), {
    ...(await app.people.accountHelp.describe(person)),
    account: {
      id,
      name,
      email,
      emailVerified,
      active,
      isErased: erasedAt !== null,
      hasPassword: passwordHash !== null,
    },
    actions: possible
      .filter((one) => one !== 'restoreEmail')
      .map((one) => ({ name: one, href: pageOf(place, signedIn, person, `/${ACTION_PATHS[one]}`) })),
    onlyOwnerOf: isErasable ? [] : (await app.people.accountErasure.onlyOwnerOf(id)).map((school) => school.name),
    restoreHref: possible.includes('restoreEmail')
      ? (former) =>
          pageOf(place, signedIn, person, `/${ACTION_PATHS.restoreEmail}?${new URLSearchParams({ email: former })}`)
      : undefined,
    isOwn: isOwn(signedIn, person),
    sendsMail: app.people.mailer.isOn,
    timeZone: timeZoneOf(signedIn),
    ...result,
  });
  return sendPage(reply, page, 'own');
}
