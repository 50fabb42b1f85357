/** Looks up the cause of a refusal where neither the request nor its answer tells it. No request waits for it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Finding, type FindingKey, timeValue } from '../../schema/attempts/attempt-finding.ts';
import type { AttemptRule } from '../../schema/attempts/connection-attempt.ts';
import { isUrlClientId } from '../../schema/oauth/metadata-url.ts';
import { loggedCaller } from '../http/log-context.ts';
import { sentValue } from './facts.ts';
import { notesOf } from './notes.ts';

/** What is asked of the database. */
export type Inquiry =
  | { about: 'membership'; personId: string; isSchoolNamed: boolean }
  | { about: 'grant'; grantId: number }
  | { about: 'client'; issuedTo: string }
  | { about: 'redirect'; sent: string };

/** What the attempt belongs to. */
export interface Subject {
  /** Empty for none. */
  siteId: string;
  clientId: string | null;
  client: (id: string) => { name: string; siteId: string | null } | undefined;
}

type Store = FastifyInstance['connectionAttempts']['evidence'];
type EndedGrant = NonNullable<Awaited<ReturnType<Store['grant']>>>;

/** That are shown. */
const MOST_URIS = 3;

export function inquiryOf(request: FastifyRequest, rule: AttemptRule | null): Inquiry | undefined {
  const { grantId, isSchoolNamed = false, issuedTo } = notesOf(request);
  const { person_id: personId } = loggedCaller(request);
  switch (rule) {
    case 'not_a_member':
      return personId === undefined ? undefined : { about: 'membership', personId, isSchoolNamed };
    case 'grant_ended':
    case 'token_revoked':
      return grantId === undefined ? undefined : { about: 'grant', grantId };
    case 'code_of_another_client':
    case 'token_of_another_client':
      return issuedTo === undefined ? undefined : { about: 'client', issuedTo };
    case 'redirect_uri_not_registered': {
      const sent = sentValue(request, 'redirect_uri');
      return sent === undefined ? undefined : { about: 'redirect', sent };
    }
    default:
      return undefined;
  }
}

export async function lookUp(store: Store, inquiry: Inquiry, subject: Subject): Promise<Finding | undefined> {
  const { siteId, clientId, client } = subject;
  switch (inquiry.about) {
    case 'membership':
      return membershipFinding(store, inquiry, siteId);
    case 'grant': {
      const grant = await store.grant(inquiry);
      return grant && endFinding(grant);
    }
    case 'client': {
      const other = client(inquiry.issuedTo);
      // What belongs to another school is none of this one's business.
      return siteId !== '' && other?.siteId === siteId ? ['issued_to', other.name] : undefined;
    }
    case 'redirect': {
      const own = siteId === '' || clientId === null ? undefined : await store.registered({ clientId, siteId });
      if (own === undefined || own.redirectUris.length === 0) return undefined;
      return ['redirect_registered', inquiry.sent, own.redirectUris.slice(0, MOST_URIS).join(' ')];
    }
  }
}

/** Names a person only to a school whose member the person is or was. */
async function membershipFinding(
  store: Store,
  { personId, isSchoolNamed }: Extract<Inquiry, { about: 'membership' }>,
  siteId: string,
): Promise<Finding | undefined> {
  if (siteId === '') return ['member_nowhere'];
  const found = await store.membership({ personId, siteId });
  if (found === undefined) return [isSchoolNamed ? 'member_not_there' : 'member_never'];
  return found.status === 'active' ? undefined : [`member_${found.status}`, found.name];
}

const ENDED_BY: Readonly<Record<string, FindingKey>> = {
  person: 'ended_by_person',
  client: 'ended_by_app',
  code_replay: 'ended_replay',
  refresh_reuse: 'ended_reuse',
};

/** By a school or the platform, which often ends what the grant depends on. */
const ENDED_FROM_ABOVE: ReadonlySet<string> = new Set(['operator', 'school', 'platform', 'block']);

/** A grant is also ended by whatever ends one of those that it depends on. */
function endFinding(grant: EndedGrant): Finding | undefined {
  const when = grant.revokedAt === null ? '' : timeValue(grant.revokedAt);
  if (grant.revokedBy !== null && !ENDED_FROM_ABOVE.has(grant.revokedBy)) {
    const key = ENDED_BY[grant.revokedBy];
    return key && [key, when];
  }
  const key = endOfAnother(grant) ?? (grant.revokedBy === null ? 'ended_token' : 'ended_by_school');
  return key === 'ended_by_school' ? [key, when] : [key];
}

function endOfAnother(grant: EndedGrant): FindingKey | undefined {
  if (!grant.isSiteActive) return 'ended_school';
  if (!grant.isClientActive) return isUrlClientId(grant.clientId) ? 'ended_blocked' : 'ended_application';
  if (!grant.isPersonActive) return 'ended_account';
  if (grant.status === 'active') return undefined;
  return grant.status === 'suspended' ? 'ended_suspended' : 'ended_removed';
}
