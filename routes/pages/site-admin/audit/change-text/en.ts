import type { SignInMethod } from '../../../../../schema/audit/audit-event.ts';
import type { EndedSize } from '../../../../../schema/audit/ended-connections.ts';
import type { ToolFailure } from '../../../../../schema/audit/tool-failure.ts';
import { groupedIn } from '../../../kit/text/grouped.ts';
import { fieldNames } from '../field-text/en.ts';

const grouped = groupedIn('en');

/** One of several connections of a person with an app, and when it was connected. */
export type EndedOne = { who: string; app: string; target: string; count: number; since: string };

/** An application that was disabled or deleted, and what became of its connections. */
export type Sized = { who: string; app: string; ended: string };
/** A sign-in of a person to an app. */
export type SignIn = { who: string; app: string };

/** A registration of a person for an event. */
export type Place = { who: string; person: string; thing: string };

/** What an entry of the audit log says about what changed. */
export const change = {
  /** Where one of several connections ended. */
  oneEnded: {
    ofPerson: ({ who, app, target, count, since }: EndedOne) =>
      `${who} ended one of the ${count} connections of ${target} with ${app} (connected ${since}).`,
    own: ({ who, app, count, since }: EndedOne) =>
      `${who} ended one of their ${count} connections with ${app} (connected ${since}).`,
  },
  /** What an entry says at its end: how many connections ended, or with which apps. */
  colon: ': ',
  endedSize: ({ connections, people }: EndedSize) =>
    `${connections === 1 ? '1 connection' : `${grouped(connections)} connections`} of ${people === 1 ? '1 person' : `${grouped(people)} people`}`,
  listSeparator: ', ',
  /** Where it is known how many connections an application had. */
  sized: {
    client_disabled: ({ who, app, ended }: Sized) => `${who} disabled the app ${app}; ${ended}.`,
    client_deleted: ({ who, app, ended }: Sized) => `${who} deleted the app ${app}; ${ended}.`,
    turnedOff: ({ who, app, ended }: Sized) => `${who} turned off ${app} for members; ${ended}.`,
  },
  itsEnded: ({ connections, people }: EndedSize) => {
    if (connections === 0) return 'it had no connections';
    if (connections === 1) return 'its only connection ended';
    return `its ${grouped(connections)} connections of ${people === 1 ? '1 person' : `${grouped(people)} people`} ended`;
  },
  /** With which proof. */
  failedSignIn: {
    password: ({ who, app }: SignIn) => `A sign-in of ${who} to ${app} failed: wrong password.`,
    totp: ({ who, app }: SignIn) => `A sign-in of ${who} to ${app} failed: wrong code.`,
    recovery_code: ({ who, app }: SignIn) => `A sign-in of ${who} to ${app} failed: wrong recovery code.`,
    passkey: ({ who, app }: SignIn) => `A sign-in of ${who} to ${app} failed: the passkey was not accepted.`,
  } satisfies Record<SignInMethod, (signIn: SignIn) => string>,
  /** Why a tool did not do what it was called for. */
  toolFailures: {
    'invalid-input': 'its input wasn’t valid',
    'not-found': 'it asked for an item that doesn’t exist',
    conflict: 'the current state doesn’t allow it',
    'precondition-failed': 'the item was edited first',
    'idempotency-mismatch': 'it repeated another call',
    'role-insufficient': 'the person’s role doesn’t allow it',
    'not-confirmed': 'the app didn’t confirm it',
    'access-insufficient': 'the app’s access doesn’t include it',
    'too-many-requests': 'too many calls',
    'server-unavailable': 'the server couldn’t respond',
    'server-error': 'an error on the server',
  } satisfies Record<ToolFailure, string>,
  /** An invitation that was not answered yet. */
  withdrawn: ({ who, target }: { who: string; target: string }) => `${who} withdrew the invitation of ${target}.`,
  /** What became of the order of a reset, if no other entry says it. */
  resetOutcomes: {
    pending: 'This reset is still pending.',
    barred:
      'This reset has no effect while the person isn’t an active member of the school, or helps to run another one.',
    lapsed: 'No sign-in carried this reset out in time, so it lapsed.',
    over: 'This reset is over. The second factor stayed, or was removed in another way.',
  },
  /** What the entry of a call says if the call failed. */
  failedCall: ({ why }: { why: string }) => `This call failed: ${why}.`,
  /** Above the names of people. */
  whoseEnded: 'Whose connections ended',
  /** Those of whom nothing is kept, such as after the deletion of their accounts. */
  deletedPeople: (count: number) =>
    count === 1 ? '1 person whose data was deleted' : `${grouped(count)} people whose data was deleted`,
  /** Where the name of a deleted app is not known. */
  ofDeletedApp: {
    client_created: ({ who }: { who: string }) => `${who} created an app that was deleted later.`,
    client_changed: ({ who }: { who: string }) => `${who} edited an app that was deleted later.`,
    client_disabled: ({ who }: { who: string }) =>
      `${who} disabled an app that was deleted later; its connections ended.`,
    client_enabled: ({ who }: { who: string }) => `${who} re-enabled an app that was deleted later.`,
    client_deleted: ({ who }: { who: string }) => `${who} deleted an app; its connections ended.`,
  },
  /** The steps of an upload, of which the log records no values. A completed one may have been rejected. */
  upload: {
    arrived: ({ who, target }: { who: string; target: string }) => `${who} uploaded ${target}.`,
    completed: ({ who, target }: { who: string; target: string }) => `${who} completed the upload of ${target}.`,
  },
  /** `second_factor_reset_approved`, where the time is known. */
  resetFrom: ({ who, target, from, until }: { who: string; target: string; from: string; until: string }) =>
    `${who} ordered a reset of the second factor of ${target}, for a sign-in with the password between ${from} and ${until}.`,
  /** A seat from the waiting list. */
  movedUp: ({ person, thing }: Place) => `${person} got a free seat at “${thing}” from the waiting list.`,
  endedWithEvent: ({ person, thing }: Place) =>
    `The registration of ${person} ended, because “${thing}” was cancelled.`,
  attended: ({ who, person, thing }: Place) => `${who} marked ${person} as present at “${thing}”.`,
  /** What members do about their own registrations. */
  ownPlaces: {
    registered: ({ person, thing }: Place) => `${person} registered for “${thing}”.`,
    waits: ({ person, thing }: Place) => `${person} joined the waiting list of “${thing}”.`,
    cancelled: ({ person, thing }: Place) => `${person} cancelled their registration for “${thing}”.`,
  },
  /** What others do about them. */
  places: {
    waits: ({ who, person, thing }: Place) => `${who} put ${person} on the waiting list of “${thing}”.`,
    cancelled: ({ who, person, thing }: Place) => `${who} cancelled the registration of ${person} for “${thing}”.`,
  },
  /** A change of content that led to one of these. */
  newStatus: {
    published: ({ who, target }: { who: string; target: string }) => `${who} published ${target}.`,
    cancelled: ({ who, target }: { who: string; target: string }) => `${who} cancelled ${target}.`,
  },
  /** `token_revoked`, where it was not the connection that ended. */
  accessTokenOnly: ({ who, app }: { who: string; app: string }) =>
    `${app} revoked an access token of ${who} and stays connected.`,
  /** `grant_revoked`, where a condition of it no longer held, such as an active member. */
  connectionOver: ({ who, app }: { who: string; app: string }) => `The connection of ${who} with ${app} ended.`,
  title: 'What changed',
  allowed: 'What was allowed',
  created: 'Settings',
  technical: 'Technical details',
  none: 'none',
  yes: 'yes',
  no: 'no',
  edited: 'edited',
  /** The logo, in place of its id. */
  image: 'an image',
  otherImage: 'another image',
  added: 'Added',
  removed: 'Removed',
  separator: '; ',
  more: (number: number) => `and ${number} more`,
  /** What an app was allowed, by whether it changes anything. */
  viewOnly: 'View only',
  mayChange: 'Can make changes',
  mayView: 'Can view',
  fieldNames,
  fields: {
    role: 'Role',
    status: 'Status',
    operator: 'Operator',
    scopes: 'Permissions',
    connections: 'Connections',
    name: 'Name',
    description: 'Description',
    redirectUris: 'Redirect URIs',
    postLogoutRedirectUris: 'Redirect URIs after sign-out',
    defaultScope: 'Default permissions',
    apps: 'Connections ended',
    seatsGivenUp: 'Seats given up',
    waitingEnded: 'Waiting lists left',
    mayIntrospect: 'May look up tokens',
    hasSecret: 'Has a secret',
    logo: 'Logo',
    primaryDomain: 'Domain',
    locale: 'Language',
    timezone: 'Time zone',
    currency: 'Currency',
    contactEmail: 'Contact e-mail address',
    supportUrl: 'Support page',
    termsUrl: 'Terms of use',
    privacyUrl: 'Privacy policy',
    socialLinks: 'Social media links',
    themeColor: 'Brand colour',
    accentColor: 'Button and link colour',
    logoAssetId: 'Logo file',
    faviconAssetId: 'Browser icon',
    font: 'Font',
    headerLinks: 'Header links',
    footerMarkdown: 'Footer',
    homepageSections: 'Home page sections',
    customCss: 'Custom CSS',
  },
};
