/** Finds the account that a page is about, and the actions that are possible. */
import type { FastifyInstance } from 'fastify';
import type { Person } from '../../../../schema/people/person.ts';
import { keysOf } from '../../../../schema/record.ts';
import type { Text } from '../../../words/index.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import type { Place, PlacedRequest } from '../placed-pages.ts';

export type AccountActionName = keyof Text['accounts']['actions'];

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

/** What takes nothing away from whoever uses the account. */
export const HARMLESS: ReadonlySet<AccountActionName> = new Set(['enable', 'sendReset', 'export']);

const PERSON_ID = /^usr_[A-Za-z0-9_-]{1,64}$/;

export async function findAccount(app: FastifyInstance, { request }: PlacedRequest): Promise<Person | undefined> {
  const id = pathParameter(request, 'person');
  return PERSON_ID.test(id) ? app.people.persons.find(id) : undefined;
}

export const accountPath = <V extends PlacedRequest>(place: Place<V>, signedIn: V, { id }: Person, more = ''): string =>
  `${place.base(signedIn)}/${id}${more}`;

export const isOwn = ({ session }: PlacedRequest, { id }: Person): boolean => id === session.person.id;

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

export async function possibleActions(
  app: FastifyInstance,
  signedIn: PlacedRequest,
  person: Person,
): Promise<AccountActionName[]> {
  const possible: AccountActionName[] = [];
  for (const name of keysOf(ACTION_PATHS)) if (await isPossible(app, signedIn, person, name)) possible.push(name);
  return possible;
}

/** What is said of an action. Where no e-mail brings the link to a new password, the action shows it. */
export function wordsOf<Name extends AccountActionName>(name: Name, sendsMail: boolean, { accounts }: Text) {
  if (name !== 'sendReset' || sendsMail) return accounts.actions[name];
  const { ask: title, askText: text, ...words } = accounts.resetLink;
  return { ...words, title, text };
}
