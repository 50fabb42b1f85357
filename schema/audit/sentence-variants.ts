/**
 * Which sentence about an event fits what the event recorded. The sentences are in `routes/words`: those below
 * `events.<name>` fit every event of that name, and those below `events.<name>.<variant>` only some.
 */
import {
  ACCESS_TOKEN_ONLY,
  type AuditEntry,
  type AuditEventName,
  BY_USE,
  changedNamesIn,
  effectiveAtIn,
  IS_CONFIRMATION,
  newStatusIn,
  readFieldValues,
  SIGN_IN_METHODS,
} from './audit-event.ts';
import { isByOperator, isOfMember, SWITCHED } from './audit-target.ts';
import { connectionPlaceIn, sizeIn } from './ended-connections.ts';
import { ownersIn, recordedKind } from './recorded-ownership.ts';

/** In the log of a school, every event is of that school, whose name is not given. */
export type RecordedEvent = Pick<AuditEntry, 'event' | 'clientId' | 'clientName' | 'target' | 'before' | 'after'> & {
  readonly personId?: string | null;
  readonly siteName?: string | null;
};

type Candidates = readonly (string | false | undefined)[];

const valueIn = (state: string | null, name: string): unknown => readFieldValues(state)?.[name];

/** What the server finds out about a file that was uploaded. */
const OF_UPLOAD: ReadonlySet<string> = new Set(['checksumSha256', 'status']);

/** Returns which step of an upload an event records as a change of its file, if it is one. */
export function uploadStep({
  event,
  target,
  before,
  after,
}: Pick<RecordedEvent, 'event' | 'target' | 'before' | 'after'>): 'arrived' | 'completed' | undefined {
  if (event !== 'resource_changed' || target?.startsWith('asset/') !== true) return undefined;
  if (before === null && after === null) return 'arrived';
  const names = changedNamesIn(after) ?? [];
  return names.includes('status') && names.every((name) => OF_UPLOAD.has(name)) ? 'completed' : undefined;
}

/** Whether a member was invited with a role. */
export const isInvitation = ({ event, target, after }: Pick<RecordedEvent, 'event' | 'target' | 'after'>): boolean =>
  event === 'resource_created' && isOfMember(target) && valueIn(after, 'role') !== undefined;

/** Whether a school took back an invitation that was not accepted. */
export const isWithdrawal = ({ event, before }: Pick<RecordedEvent, 'event' | 'before'>): boolean =>
  event === 'member_removed' && valueIn(before, 'status') === 'invited';

/** The name of a deleted app is not known if it was deleted before the log kept such names. */
const ofApp = ({ clientId, clientName, target }: RecordedEvent): Candidates =>
  target === SWITCHED ? ['switched'] : [clientId !== null && clientName === null && 'deletedApp'];

function ofEndedApp(event: RecordedEvent): Candidates {
  const isSized = sizeIn(event) !== undefined;
  return event.target === SWITCHED ? [isSized && 'switchedSized', 'switched'] : [...ofApp(event), isSized && 'sized'];
}

/** Whose connections ended, and with which app, depends on what the event names. */
function ofEnd({ before, clientId, target }: RecordedEvent): Candidates {
  const isForMember = isOfMember(target);
  const isOne = connectionPlaceIn(readFieldValues(before)) !== undefined;
  return [
    isOne && (isForMember ? 'oneOfMember' : 'one'),
    clientId === null && (isForMember ? 'allOfMember' : 'all'),
    isForMember && 'ofMember',
    target === 'everyone' && 'ofApp',
    // A person who ends a connection on a page leaves what it was allowed. Without that, something else ended it.
    before === null && target !== 'all' && 'over',
  ];
}

function ofSignOut({ before, target }: RecordedEvent): Candidates {
  if (target === null) return [];
  if (target === 'school' || isByOperator(target)) return ['byOthers'];
  return [target === 'others' && 'others', typeof valueIn(before, 'userAgent') === 'string' && 'otherBrowser', 'other'];
}

function ofChange(event: RecordedEvent): Candidates {
  const status = newStatusIn(event.after);
  const isCancelled = status === 'cancelled' && event.target?.startsWith('event/') === true;
  return [uploadStep(event), status === 'published' && 'published', isCancelled && 'cancelled'];
}

const ofOffer = (event: RecordedEvent): Candidates => [recordedKind(event)];

const atSchool = ({ siteName }: RecordedEvent): Candidates => [siteName !== null && 'atSchool'];

const VARIANTS: Readonly<Partial<Record<AuditEventName, (event: RecordedEvent) => Candidates>>> = {
  client_changed: ofApp,
  client_created: ofApp,
  client_deleted: ofEndedApp,
  client_disabled: ofEndedApp,
  client_enabled: ofApp,
  consent_given: (event) => (event.clientName === null ? [] : atSchool(event)),
  grant_revoked: ofEnd,
  invitation_accepted: atSchool,
  member_joined: atSchool,
  member_removed: (event) => [isWithdrawal(event) && 'invited'],
  ownership_declined: ofOffer,
  ownership_offered: ofOffer,
  ownership_withdrawn: ofOffer,
  refresh_reuse: ({ after }) => [valueIn(after, 'successorUsed') === false && 'unstored'],
  resource_changed: ofChange,
  resource_created: (event) => [isInvitation(event) && (event.personId === null ? 'platformInvitation' : 'invitation')],
  school_handed_over: ({ before }) => [ownersIn(before).length > 0 && 'fromOwners'],
  second_factor_removed: ({ siteName }) => [siteName !== null && 'reset'],
  second_factor_reset_approved: ({ after }) => [effectiveAtIn(after) !== undefined && 'timed'],
  second_factor_reset_cancelled: ({ after, target }) => [
    target !== null && 'withdrawn',
    valueIn(after, BY_USE) === true && 'byUse',
  ],
  sign_in_failed: ({ after, clientId, target }) => [
    valueIn(after, IS_CONFIRMATION) === true && 'confirmation',
    clientId !== null && SIGN_IN_METHODS.find((one) => one === target),
  ],
  sign_out: ofSignOut,
  token_revoked: ({ after }) => [valueIn(after, ACCESS_TOKEN_ONLY) === true && 'accessTokenOnly'],
};

/** Returns the variants that fit an event, the most specific first. Not every reader has a sentence for each of them. */
export const sentenceVariants = (event: RecordedEvent): string[] =>
  (VARIANTS[event.event]?.(event) ?? []).filter((one) => typeof one === 'string');
