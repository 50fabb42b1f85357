/**
 * Lists what becomes of the rows about a person when the account is erased, and which of them the person gets in an
 * export. Every column with the id of a person is in this list; a test fails for one that is not.
 */
import type { Tables } from '../tables/index.ts';

export interface PersonTable {
  readonly table: keyof Tables;
  /** The column with the id of the person. */
  readonly column: string;
  /** True if the person gets the rows in an export, or the reason why not. */
  readonly exported: true | string;
  /** Columns that an export leaves out, besides those that are secret. */
  readonly without?: readonly string[];
  /** `deleted` if erasing the account deletes the rows, or what happens to them instead. */
  readonly erased: 'deleted' | string;
}

const RECORD = 'kept with the id alone, as a record of the school';
const CONTENT = 'belongs to the content of the school';

export const PERSON_TABLES: readonly PersonTable[] = [
  {
    table: 'people',
    column: 'id',
    exported: true,
    without: ['emailKey', 'credentialsVersion', 'erasedAt'],
    erased: 'kept with the id alone, which nobody else may get',
  },
  {
    table: 'memberships',
    column: 'personId',
    exported: true,
    // What a school notes about its members is for the school to hand out.
    without: ['note', 'tags', 'customFields', 'invitedBy'],
    erased: 'kept as removed, without what the school noted and the name and address by which it knew the person',
  },
  {
    table: 'memberships',
    column: 'invitedBy',
    exported: 'is about somebody else',
    erased: 'blanked, so that an invitation with a role counts no longer',
  },
  {
    table: 'rosters',
    column: 'personId',
    exported: 'is a list of others; that they imported it is in the audit log',
    erased: 'deleted',
  },
  {
    table: 'rosterDeeds',
    column: 'personId',
    exported: 'says what the membership and the audit log say',
    erased: 'deleted',
  },
  {
    table: 'reviewRequests',
    column: 'personId',
    exported: true,
    erased: 'deleted',
  },
  { table: 'sessions', column: 'personId', exported: true, erased: 'deleted' },
  { table: 'providers', column: 'testedBy', exported: 'is a setting of the school', erased: RECORD },
  { table: 'providerIdentities', column: 'personId', exported: true, without: ['clientSubject'], erased: 'deleted' },
  { table: 'passkeys', column: 'personId', exported: true, without: ['publicKey'], erased: 'deleted' },
  { table: 'authenticators', column: 'personId', exported: true, erased: 'deleted' },
  { table: 'recoveryCodes', column: 'personId', exported: 'has hashes only', erased: 'deleted' },
  { table: 'secondFactorResets', column: 'personId', exported: true, without: ['approvedBy'], erased: 'deleted' },
  {
    table: 'secondFactorResets',
    column: 'approvedBy',
    exported: 'is about somebody else',
    erased: 'deleted',
  },
  { table: 'ownershipOffers', column: 'personId', exported: true, without: ['offeredBy'], erased: 'deleted' },
  { table: 'ownershipOffers', column: 'offeredBy', exported: 'is about somebody else', erased: 'deleted' },
  { table: 'mailLinks', column: 'personId', exported: true, without: ['reservedKey'], erased: 'deleted' },
  {
    table: 'grants',
    column: 'personId',
    exported: true,
    without: ['codeChallenge', 'dpopJkt', 'nonce', 'subject'],
    erased: 'deleted',
  },
  { table: 'consents', column: 'personId', exported: true, erased: 'deleted' },
  { table: 'approvals', column: 'personId', exported: true, without: ['digest'], erased: 'deleted' },
  { table: 'enrollments', column: 'personId', exported: true, erased: RECORD },
  { table: 'lectureViews', column: 'personId', exported: true, erased: RECORD },
  { table: 'milestones', column: 'personId', exported: true, erased: RECORD },
  { table: 'orders', column: 'personId', exported: true, erased: RECORD },
  { table: 'subscriptions', column: 'personId', exported: true, erased: `cancelled, and ${RECORD}` },
  { table: 'downloads', column: 'personId', exported: true, erased: RECORD },
  {
    table: 'eventRegistrations',
    column: 'personId',
    exported: true,
    erased: `cancelled if the event is to come, and ${RECORD}`,
  },
  { table: 'comments', column: 'personId', exported: true, erased: 'kept hidden and without their text' },
  { table: 'formSubmissions', column: 'personId', exported: true, erased: 'deleted' },
  { table: 'lecturers', column: 'memberId', exported: true, erased: 'kept without the id, as a page of the school' },
  { table: 'courseLecturers', column: 'personId', exported: 'follows from lecturers', erased: 'follows lecturers' },
  { table: 'posts', column: 'authorId', exported: CONTENT, erased: CONTENT },
  { table: 'assets', column: 'uploadedBy', exported: CONTENT, erased: CONTENT },
  {
    table: 'handoverLinks',
    column: 'createdBy',
    exported: 'belongs to an application of the school',
    erased: 'ends, because only people who manage the school hand applications over, and is deleted when it expires',
  },
  {
    table: 'webhookEvents',
    column: 'personId',
    exported: 'names only what other rows say',
    erased: 'kept for seconds, so that the programs of schools learn of the end',
  },
  { table: 'webhookDeliveries', column: 'personId', exported: 'names only what other rows say', erased: 'deleted' },
  {
    table: 'auditEvents',
    column: 'personId',
    exported: true,
    without: ['personId', 'before', 'after', 'requestId', 'sequence'],
    erased: 'kept with the id, because the hash chain covers every event, until the end of their retention',
  },
];

/** Rows that belong to a person through another row, by the column with the id of that row. */
export const PARTS_OF_PERSON_ROWS = [
  { table: 'watchPositions', column: 'enrollmentId', of: 'enrollments' },
  { table: 'orderItems', column: 'orderId', of: 'orders' },
] as const satisfies readonly { table: keyof Tables; column: string; of: keyof Tables }[];
