/**
 * The view that the people who run the platform have of an account, and what they do for its owner when somebody else
 * uses it. The pages of the platform and `schoolgate users` share it.
 */
import fp from 'fastify-plugin';
import type { AccountEvent } from '../../schema/audit/account-event.ts';
import type { AuditEvent, AuditEventName } from '../../schema/audit/audit-event.ts';
import { memberTarget } from '../../schema/audit/audit-target.ts';
import { endedOfPerson } from '../../schema/audit/ended-connections.ts';
import type { Connection } from '../../schema/oauth/connection.ts';
import type { Person } from '../../schema/people/person.ts';
import type { ActingOperator } from '../../schema/people/platform-operator.ts';
import type { AccountSummary } from '../../schema/platform/account-summary.ts';
import { provide } from '../provide.ts';

/** Actions that return a boolean return false if there was nothing to do, because the account has changed. */
export interface AccountHelp {
  /** Finds accounts by part of the name or e-mail address. */
  search(part: string): Promise<{ found: Person[]; hasMore: boolean }>;
  describe(person: Person): Promise<AccountSummary>;
  /** Refuses sign-ins and tokens, and ends them. */
  disable(person: Person, by: ActingOperator): Promise<boolean>;
  /** Allows sign-ins again. What has ended stays ended. */
  enable(person: Person, by: ActingOperator): Promise<boolean>;
  signOut(person: Person, by: ActingOperator): Promise<void>;
  endConnections(person: Person, by: ActingOperator): Promise<void>;
  /** Does nothing for a disabled account. */
  sendReset(person: Person, by: ActingOperator): Promise<void>;
  /** Makes the link that `sendReset` sends, to be shown where the server sends no e-mail. */
  makeResetLink(person: Person, by: ActingOperator): Promise<string>;
  /** Gives the account a former address back, and ends every way into it but a link to that address. */
  restoreEmail(person: Person, former: string, by: ActingOperator): Promise<boolean>;
  /** Removes the authenticator app, the recovery codes and the passkeys at once, and tells the person. */
  resetSecondFactor(person: Person, by: ActingOperator): Promise<boolean>;
}

declare module './stores.ts' {
  interface People {
    readonly accountHelp: AccountHelp;
  }
}

/** A longer list would not be read; more of the name finds the account. */
export const MAX_FOUND = 50;
const SIGN_INS = 10;
/** The number of events among which sign-ins are looked for. */
const EVENTS = 200;
const IS_SIGN_IN: ReadonlySet<AccountEvent['event']> = new Set(['sign_in', 'sign_in_failed', 'new_browser']);

/** Each school reads that the platform ended connections of its member, and with which apps, but not those elsewhere. */
const forSchools = ({ id }: Person, ended: readonly Connection[], at: number): AuditEvent[] =>
  [...Map.groupBy(ended, ({ site }) => site.id)].map(([siteId, those]) => ({
    event: 'grant_revoked',
    at,
    siteId,
    target: memberTarget(id),
    before: endedOfPerson(those),
  }));

export default fp(
  async (app) => {
    const { audit, clock, config, oauth, people } = app;
    const { accountAccess, contacts, persons, protection, secondFactor, secondFactorResets, sessions } = people;

    /** The account is the subject of the event, so that its owner sees it too, but not where the operator was. */
    const eventOf = <Name extends AuditEventName>(
      event: Name,
      { id }: Pick<Person, 'id'>,
      { name, requestId }: ActingOperator,
    ) =>
      ({
        event,
        at: clock(),
        personId: id,
        target: `operator/${name}`,
        ...(requestId === undefined ? {} : { requestId }),
      }) satisfies AuditEvent;

    provide(app.people, 'accountHelp', {
      async search(part) {
        const found = await persons.search(part, MAX_FOUND + 1);
        return { found: found.slice(0, MAX_FOUND), hasMore: found.length > MAX_FOUND };
      },

      async describe({ id }) {
        const { emailAddresses, memberships, passkeyStore, secondFactors } = people;
        const now = clock();
        const { events } = await audit.accountLog.ofPerson(id, EVENTS);
        const authenticator = await secondFactors.find(id);
        return {
          schools: await memberships.ofAnyStatus(id),
          browsers: await sessions.ofPerson(id, now, now - config.lifetimes.memberSessionIdle),
          connections: await oauth.connections.ofPerson(id, now),
          formerAddresses: await emailAddresses.former(id, now),
          signIns: events.filter(({ event }) => IS_SIGN_IN.has(event)).slice(0, SIGN_INS),
          passkeys: (await passkeyStore.ofPerson(id)).length,
          authenticator: authenticator && {
            since: authenticator.createdAt,
            recoveryCodesLeft: await secondFactors.recoveryCodesLeft(id),
          },
        };
      },

      disable: (person, by) => accountAccess.disable(person.id, eventOf('account_disabled', person, by)),
      enable: (person, by) => accountAccess.enable(person.id, eventOf('account_enabled', person, by)),
      signOut: (person, by) => sessions.endAllOf(person.id, undefined, eventOf('sign_out', person, by)),

      async endConnections(person, by) {
        const event = eventOf('grant_revoked', person, by);
        const ended = await oauth.connections.ofPerson(person.id, event.at);
        await accountAccess.endConnections(person.id, event, ...forSchools(person, ended, event.at));
      },

      async sendReset(person, by) {
        if (!person.active) return;
        const { id: personId, email } = person;
        const locale = await contacts.languageOf(personId);
        const outgoing = people.mailer.outgoing({ order: 'reset', personId, email, locale, by: 'platform' });
        await audit.record({ ...eventOf('password_reset_asked', person, by), outgoing });
      },

      makeResetLink: (person, by) =>
        people.shownLinks.resetPassword(person, eventOf('password_reset_asked', person, by)),

      restoreEmail: (person, former, by) =>
        protection.restoreEmail(person, former, eventOf('email_restored', person, by)),

      async resetSecondFactor(person, by) {
        if (!(await secondFactor.hasAny(person.id))) return false;
        const event = eventOf('second_factor_removed', person, by);
        const notice = people.mailer.notice(person, undefined, { kind: 'second_factor_removed', at: event.at });
        await secondFactorResets.completeAtOnce(person.id, { ...event, ...notice });
        return true;
      },
    } satisfies AccountHelp);
  },
  { name: 'account-help', dependencies: ['stores', 'account-protection', 'second-factor', 'shown-links'] },
);
