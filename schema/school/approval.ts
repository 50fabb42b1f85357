/**
 * What waits for a person: a call of an operation by an app. It is bound to exactly this operation and these arguments, and
 * the person decides on our own page, because an app can be talked into anything and fills in every argument itself.
 */
import { createHash } from 'node:crypto';
import { isRecord } from '../data/objects.ts';
import type { Input, PlannedChange } from './operation.ts';
import { ProblemError } from './problem.ts';

/** Which calls of apps wait for a person, from most to least. */
export const APPROVAL_POLICIES = ['changes', 'sensitive', 'nothing'] as const;
export type ApprovalPolicy = (typeof APPROVAL_POLICIES)[number];

/** Returns the one that asks more. */
export const stricterOf = (one: ApprovalPolicy, other: ApprovalPolicy): ApprovalPolicy =>
  APPROVAL_POLICIES.indexOf(one) < APPROVAL_POLICIES.indexOf(other) ? one : other;

export type ApprovalDecision = 'allowed' | 'declined';

const MINUTE = 60_000;
/** How long a person has to decide, and the app to call again afterwards. */
export const APPROVAL_TIMES = { decide: 60 * MINUTE, carryOut: 15 * MINUTE } as const;

/**
 * So that nobody is asked until they allow something to be left alone. What was not allowed counts, whatever became of it:
 * declined, replaced, expired or waiting.
 */
export const APPROVAL_LIMITS = {
  ofConnection: 5,
  ofPerson: 20,
  declined: 3,
  windowMs: 60 * MINUTE,
  unallowed: { hour: 10, day: 20 },
} as const;
const DAY = 24 * 60 * MINUTE;

/** Within which periods how many calls of a connection that were not allowed may have been asked about. */
export const UNALLOWED = [
  { most: APPROVAL_LIMITS.unallowed.hour, ms: APPROVAL_LIMITS.windowMs },
  { most: APPROVAL_LIMITS.unallowed.day, ms: DAY },
] as const;

/** The arguments are encrypted for this purpose. */
export const SEALED_ARGUMENTS = 'approval arguments';
/** Longer arguments cannot be shown, so nobody could decide about them. */
export const MAX_ARGUMENTS = 16 * 1024;

/** What a rehearsal found. */
export interface ApprovalEffect {
  /** The name of the object. */
  readonly name?: string;
  /** The state of the object before and after. */
  readonly from?: string;
  readonly to?: string;
  /** How much else it touches. */
  readonly counts: Readonly<Partial<Record<ApprovalCount, number>>>;
  /** The id as it was sent, which can be a slug. */
  readonly sentId?: string;
}

/**
 * What a call is about, as the school knows it. Names and titles are chosen by others, and can be those of someone or something
 * else; the address, the role and the age cannot.
 */
export interface Involved {
  readonly id: string;
  readonly name: string;
  /** The e-mail address of a member, otherwise the slug, code or number. */
  readonly address: string | undefined;
  readonly role: string | undefined;
  readonly joinedAt: number | undefined;
  readonly createdAt: number | undefined;
}

export const APPROVAL_COUNTS = ['registrations', 'apps', 'places'] as const;
export type ApprovalCount = (typeof APPROVAL_COUNTS)[number];

/** Returns whether more is touched than the person has seen. */
export const hasGrown = (seen: ApprovalEffect, now: ApprovalEffect): boolean =>
  APPROVAL_COUNTS.some((count) => (now.counts[count] ?? 0) > (seen.counts[count] ?? 0));

/** Ends an operation where it is about to write. */
export class WriteHeld extends Error {
  override readonly name = 'WriteHeld';
  readonly change: PlannedChange;

  constructor(change: PlannedChange) {
    super('the operation ends where it is about to write');
    this.change = change;
  }
}

/** An operation was not carried out: a person has to decide about it, at this address. */
export class ApprovalNeeded extends ProblemError {
  readonly url: string;
  readonly expiresAt: string;

  /** @param person the name of the person */
  constructor(url: string, expiresAt: number, person: string) {
    super('approval-required', waitingSentence(url, expiresAt, person));
    this.url = url;
    this.expiresAt = new Date(expiresAt).toISOString();
  }
}

/** A minute of UTC, which needs no knowledge of a time zone. */
export const minuteOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const waitingSentence = (url: string, expiresAt: number, person: string): string =>
  `Not done yet. Waits for ${person} to allow it at ${url} until ${minuteOf(expiresAt)}. Show that link to the person, and call this tool again with the same arguments afterwards. Do not say that it is done, and ask for no confirmation anywhere else: only that page of ${new URL(url).host} counts.`;

/**
 * RFC 8785: the one way to write a value as JSON. Numbers and texts are as `JSON.stringify` writes them, names are sorted by
 * their UTF-16 code units, and what is undefined is left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return `{${names
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`)
    .join(',')}}`;
}

/** What a call does not depend on: what the answer has besides. */
const withoutPresentation = ({ include: _, ...input }: Input): Input => input;

/** Returns the SHA-256 of an operation and its arguments, as parsed, with the id of the object in place of its slug. */
export const digestOfCall = (operation: string, input: Input): string =>
  createHash('sha256')
    .update(canonicalJson(['1', operation, withoutPresentation(input)]))
    .digest('hex');
