/** Finds the account that a page is about, and the actions that are possible. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Person } from '../../../../schema/people/person.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { sendPage } from '../../kit/sending.ts';
import { adminFrame, at, type OperatorRequest } from '../operator-pages.ts';
import { type AccountActionName, type AccountView, accountPage } from './view.ts';

export const PATH = '/accounts';

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

export async function findAccount(app: FastifyInstance, { request }: OperatorRequest): Promise<Person | undefined> {
  const id = pathParameter(request, 'person');
  return PERSON_ID.test(id) ? app.people.persons.find(id) : undefined;
}

const isOwn = ({ session }: OperatorRequest, { id }: Person): boolean => id === session.person.id;

/** Whether an action makes sense for an account. Nobody acts on their own, so that somebody else always looks at it. */
export async function isPossible(
  { people: { accountErasure, mailer, secondFactor } }: FastifyInstance,
  signedIn: OperatorRequest,
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

export const pageOf = (signedIn: OperatorRequest, { id }: Person, more = ''): string =>
  at(signedIn, `${PATH}/${id}${more}`);

export async function showAccount(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  reply: FastifyReply,
  person: Person,
  result: Pick<AccountView, 'done' | 'hasChanged'>,
): Promise<FastifyReply> {
  const possible: AccountActionName[] = [];
  for (const name of ACTIONS) if (await isPossible(app, signedIn, person, name)) possible.push(name);
  const { id, name, email, emailVerified, active, passwordHash } = person;
  const page = accountPage(adminFrame(signedIn, PATH), {
    ...(await app.people.accountHelp.describe(person)),
    account: { id, name, email, emailVerified, active, hasPassword: passwordHash !== null },
    actions: possible
      .filter((one) => one !== 'restoreEmail')
      .map((one) => ({ name: one, href: pageOf(signedIn, person, `/${ACTION_PATHS[one]}`) })),
    restoreHref: possible.includes('restoreEmail')
      ? (former) => pageOf(signedIn, person, `/${ACTION_PATHS.restoreEmail}?${new URLSearchParams({ email: former })}`)
      : undefined,
    isOwn: isOwn(signedIn, person),
    sendsMail: app.people.mailer.isOn,
    timeZone: signedIn.membership.timezone,
    ...result,
  });
  return sendPage(reply, page, 'own');
}
