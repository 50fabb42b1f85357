/**
 * The changes that members make to their own data at a school. The Account API and the tools share these functions, so
 * that every rule exists once. All of them report refusals as a {ProblemError}.
 */
import fp from 'fastify-plugin';
import type { AppOrigin } from '../../schema/audit/audit-event.ts';
import type { EventRegistration, Member, MemberProfile, TokenMember } from '../../schema/school/account.ts';
import { invalidInput, notFound, ProblemError } from '../../schema/school/problem.ts';
import { parseProfileChange } from '../../schema/school/profile-change.ts';
import { provide } from '../provide.ts';

/** Each lost attempt means that another request has created or replaced the enrollment, which happens rarely. */
const MAX_ATTEMPTS = 10;

/** The position at which a member stopped watching a lecture. */
export interface SavedPosition {
  lectureId: string;
  title: string;
  courseSlug: string;
  /** True if the course is published, so that it has a page. */
  isPublished: boolean;
  positionSeconds: number;
  /** Milliseconds since the epoch. */
  watchedAt: number;
}

export interface MemberAccount {
  /** @throws {ProblemError} `not-found` if the member has left the school */
  profile(member: TokenMember): Promise<MemberProfile>;
  /**
   * @throws {ProblemError} `invalid-input`; `role-insufficient` for the name of the account, which is the same at every
   * school, by a sign-in through one of them
   */
  changeProfile(member: TokenMember, changes: unknown): Promise<MemberProfile>;
  /** @throws {ProblemError} `not-found` if the member has no access to the lecture, `invalid-input` */
  saveWatchPosition(member: Member, lectureId: string, positionSeconds: number): Promise<SavedPosition>;
  /**
   * Cancels a registration or a waiting-list entry. Repeating it has no effect.
   * @throws {ProblemError} `not-found`; `conflict` if the event has begun, or if the registration has just been changed
   */
  cancelEventRegistration(member: Member, id: string, by: AppOrigin): Promise<EventRegistration>;
}

declare module './stores.ts' {
  interface School {
    readonly memberAccount: MemberAccount;
  }
}

export default fp(
  async (app) => {
    const { clock } = app;
    const { account } = app.school;

    async function profile({ subject, siteId, personId }: TokenMember): Promise<MemberProfile> {
      const found = await account.profile({ siteId, personId });
      if (found === undefined) throw notFound('member');
      return { ...found, id: subject ?? found.id };
    }

    async function findRegistration(member: Member, id: string): Promise<EventRegistration> {
      const registration = await account.findEventRegistration(member, id);
      if (registration === undefined) throw notFound('registration');
      return registration;
    }

    provide(app.school, 'memberAccount', {
      profile,

      async changeProfile(member, changes) {
        const { change, problem } = parseProfileChange(changes);
        if (change === undefined) throw new ProblemError('invalid-input', problem);
        if (change.name !== undefined && (member.identityId ?? null) !== null)
          throw new ProblemError(
            'role-insufficient',
            'the name belongs to the account: sign in with the account to change it',
          );
        const { siteId, personId } = member;
        await account.changeProfile({ siteId, personId }, change, clock());
        return profile(member);
      },

      async saveWatchPosition(member, lectureId, positionSeconds) {
        const now = clock();
        const position = { lectureId, positionSeconds, watchedAt: now };
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
          const lecture = await account.findOpenLecture(member, lectureId, now);
          if (lecture === undefined) throw notFound('accessible lecture');
          const { enrollment, durationSeconds, title, courseSlug, courseStatus } = lecture;
          if (positionSeconds < 0 || positionSeconds > durationSeconds) {
            const message = `must be from 0 to ${durationSeconds}`;
            throw invalidInput([{ path: 'positionSeconds', code: 'out_of_range', message }]);
          }
          if (await account.saveWatchPosition(member, enrollment, position)) {
            return { ...position, title, courseSlug, isPublished: courseStatus === 'published' };
          }
        }
        throw new ProblemError('conflict', 'the enrollment has just been modified; save the position again');
      },

      async cancelEventRegistration(member, id, by) {
        const now = clock();
        const registration = await findRegistration(member, id);
        const { status, event } = registration;
        if (status === 'cancelled') return registration;
        if (status === 'attended' || event.startsAt <= now)
          throw new ProblemError('conflict', 'the event has already started');
        const notice = { order: 'event_seat', siteId: member.siteId, eventId: event.id, at: now } as const;
        const further = app.school.noticeSteps(notice);
        if (await account.cancelEventRegistration(member, registration, { ...by, at: now }, further)) {
          return { ...registration, status: 'cancelled', cancelledBy: 'member' };
        }
        // Another request changed the registration first. If that request cancelled it, there is nothing left to do.
        const current = await findRegistration(member, id);
        if (current.status === 'cancelled') return current;
        throw new ProblemError('conflict', 'the registration has just been modified; list it again');
      },
    });
  },
  { name: 'member-account', dependencies: ['stores'] },
);
