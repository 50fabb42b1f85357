/**
 * Decisions about calls of apps, at `/approvals/<id>`. The page is there for the person alone whose app asks, while that person could
 * do the same by page; to everybody else it is a page that does not exist. To open it changes nothing.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldValues } from '../../../schema/audit/audit-event.ts';
import { isRecord } from '../../../schema/data/objects.ts';
import { roleMayGrant, SCOPES, type Scope } from '../../../schema/oauth/scope.ts';
import { demandsSecondFactor } from '../../../schema/people/second-factor.ts';
import { APPROVAL_TIMES, type ApprovalDecision, SEALED_ARGUMENTS } from '../../../schema/school/approval.ts';
import type { Input } from '../../../schema/school/operation.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { goTo } from '../../http.ts';
import { brandedFrame } from '../kit/branding.ts';
import { html } from '../kit/html.ts';
import { messagePage } from '../kit/message.ts';
import { secondFactorFirst } from '../kit/next-page.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { refuseOneFactor } from '../kit/proof-at-school.ts';
import { signedInBy } from '../kit/reauthentication.ts';
import { sendPage, showFailures, tellStale } from '../kit/sending.ts';
import { type SignedInRequest, schoolPages, signInAgain, toProvider } from '../kit/signed-in.ts';
import { appOf, approvalPage, approvalPath, questionOf, type Subject } from './page.ts';

const ONE = '/approvals/:id';
const DECISIONS: readonly ApprovalDecision[] = ['allowed', 'declined'];

export default async function approvalSurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  const { clock, config } = app;
  const { loginSession, secondFactor } = app.people;
  const pages = schoolPages(app, (signedIn) => signedIn);

  /** The token of a form is bound to the session and this approval. */
  const boundTo = ({ session }: SignedInRequest, { approval }: Subject) => ['approval', session.id, approval.id];

  /** Returns where the person proves more, if the sign-in would not do for the pages of the school either. */
  function wayToProve({ request, session }: SignedInRequest, { approval, membership }: Subject): string | undefined {
    const path = approvalPath(approval.id);
    if (session.authenticatedAt + config.lifetimes.operatorSession <= clock())
      return signInAgain(request, session, path);
    if (!secondFactor.isMissing(session, membership)) return undefined;
    // The second factor of the account is none of a session at a school.
    return session.schoolId === undefined ? secondFactorFirst(path) : 'one_factor';
  }

  async function show(signedIn: SignedInRequest, reply: FastifyReply, subject: Subject, isUnchosen = false) {
    const { csrf, session } = signedIn;
    const bound = loginSession.formToken(...boundTo(signedIn, subject));
    const frame = await brandedFrame(app, signedIn.frame, subject.approval.siteId);
    const seen = await valuesOf(app, signedIn, subject);
    const body = approvalPage(frame, { ...subject, ...seen, session, csrf, bound, now: clock(), isUnchosen });
    return sendPage(reply, body, 'own');
  }

  pages.get(ONE, async (signedIn, reply) => {
    const subject = await find(app, signedIn);
    if (subject === undefined) return (await elsewhere(app, signedIn, reply)) ?? missing(signedIn, reply);
    const path = wayToProve(signedIn, subject);
    if (path === 'one_factor') return refuseOneFactor(signedIn, subject.membership, reply);
    return path === undefined ? show(signedIn, reply, subject) : goTo(reply, path);
  });

  // The page of the form that asks for a second factor, if it is opened again.
  pages.get(`${ONE}/decide`, ({ request }, reply) =>
    goTo(reply, approvalPath(encodeURIComponent(pathParameter(request, 'id')))),
  );

  pages.post(`${ONE}/decide`, async (signedIn, form, reply) => {
    const subject = await find(app, signedIn);
    if (subject === undefined) return missing(signedIn, reply);
    const check = loginSession.checkForm(signedIn.request, form.get('approval'), ...boundTo(signedIn, subject));
    if (check !== 'own' || wayToProve(signedIn, subject) !== undefined) return tellStale(signedIn.request, reply);
    const decision = DECISIONS.find((one) => one === form.get('decision'));
    if (decision === undefined) return show(signedIn, reply.code(400), subject, true);
    if (decision === 'declined') return decide(app, signedIn, subject, decision, reply);
    const { role, secondFactorFor } = subject.membership;
    const { approvals } = signedIn.text;
    const proof = await signedInBy(
      app,
      pages,
      { signedIn, form, reply },
      {
        frame: await brandedFrame(app, signedIn.frame, subject.approval.siteId),
        // As for the same by page; and where two factors are demanded, by a fresh proof of both.
        unlessLately: !demandsSecondFactor(role, config.secondFactor, secondFactorFor),
        title: approvals.confirmTitle,
        consequences: html`<p>${questionOf(subject, signedIn.text)}</p><p>${approvals.title({ app: appOf(subject) })}</p>`,
        hidden: { decision, approval: loginSession.formToken(...boundTo(signedIn, subject)) },
        submit: approvals.allow,
        tone: 'primary',
        cancelHref: approvalPath(subject.approval.id),
      },
    );
    if ('sent' in proof) return proof.sent;
    // Verifying the password takes time.
    const present = await find(app, proof.entered);
    return present === undefined ? missing(signedIn, reply) : decide(app, proof.entered, present, decision, reply);
  });
}

/** @returns `undefined` unless it waits for this person, who could also do it by page */
async function find(
  app: FastifyInstance,
  { memberships, request, session }: SignedInRequest,
): Promise<Subject | undefined> {
  const [id, personId, now] = [pathParameter(request, 'id'), session.person.id, app.clock()];
  // PostgreSQL cannot store NUL in text, and no approval has such an id.
  const approval = id.includes('\0') ? undefined : await app.school.approvals.waiting(id, personId, now);
  if (approval === undefined) return undefined;
  const membership = memberships.find(({ siteId, isClosed }) => siteId === approval.siteId && !isClosed);
  const operation = app.school.catalogue.find(({ name }) => name === approval.operation);
  const connection = await app.oauth.connections.findOfPerson(personId, approval.grantId, now);
  if (membership === undefined || operation === undefined || connection === undefined) return undefined;
  if (!roleMayGrant(membership, operation.scope)) return undefined;
  // A sign-in at the provider answers for the apps that were connected by it.
  if (session.schoolId !== undefined && session.identityId !== connection.identityId) return undefined;
  const given = JSON.parse(app.keyRing.open(SEALED_ARGUMENTS, approval.sealedArguments).toString()) as Input;
  const { siteId } = approval;
  const operator = { siteId, personId, role: membership.role, now, requestId: request.id };
  const may = (scope: Scope): boolean => roleMayGrant(membership, scope);
  const [involved, places] = await Promise.all([
    app.school.involvedIn(operation, operator, given, may),
    app.oauth.connections.placesOf(siteId, [connection], now),
  ]);
  return { approval, membership, operation, connection, given, involved, place: places.get(connection.grantId) };
}

/** Leads an account to the provider of the school that requires it. */
async function elsewhere(app: FastifyInstance, signedIn: SignedInRequest, reply: FastifyReply) {
  const [id, personId] = [pathParameter(signedIn.request, 'id'), signedIn.session.person.id];
  if (signedIn.atProvider.length === 0 || id.includes('\0')) return undefined;
  const approval = await app.school.approvals.waiting(id, personId, app.clock());
  const school = signedIn.atProvider.find(({ siteId }) => siteId === approval?.siteId);
  return school && toProvider(signedIn, school, reply);
}

/** What was sent, and what is there now, with the names that the person may see, and how the person reads it. */
async function valuesOf(app: FastifyInstance, { frame, request, text }: SignedInRequest, subject: Subject) {
  const { approval, given, membership, operation } = subject;
  const { settings, withNames, runOperation, catalogue } = app.school;
  const { siteId, personId, role } = { ...approval, ...membership };
  const scopes = SCOPES.filter((scope) => roleMayGrant(membership, scope));
  const operator = { siteId, personId, role, now: app.clock(), requestId: request.id };
  const getter = catalogue.find(({ name }) => name === operation.name.replace(/^update_/, 'get_'));
  const isChange = getter !== undefined && getter !== operation && 'id' in getter.input.shape;
  const present: unknown = isChange ? await runOperation(getter, operator, { id: given.id }).catch(ifGone) : undefined;
  const currency = (await settings.find(siteId))?.currency ?? '';
  return {
    values: {
      given: (await withNames({ ...operator, scopes }, operation, given)) as Input,
      present: isRecord(present)
        ? ((await withNames({ ...operator, scopes }, getter ?? operation, present)) as Input)
        : undefined,
    },
    reading: { text, language: frame.language, timeZone: membership.timezone, currency },
  };
}

/** It may have been deleted, or never have been there. */
function ifGone(error: unknown): undefined {
  if (!(error instanceof ProblemError)) throw error;
}

const missing = ({ frame }: SignedInRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), messagePage(frame, { kind: 'not_found' }), 'own_message');

const EVENTS = { allowed: 'approval_allowed', declined: 'approval_declined' } as const;

async function decide(
  app: FastifyInstance,
  signedIn: SignedInRequest,
  { approval, membership }: Subject,
  decision: ApprovalDecision,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { clientId, digest, id, operation, siteId } = approval;
  const now = app.clock();
  const after = fieldValues({ approval: id, digest });
  const event = signedIn.event(EVENTS[decision], { siteId, clientId, target: operation, after });
  const by = { sessionId: signedIn.session.id, role: membership.role };
  const how = { is: decision, now, usableUntil: now + APPROVAL_TIMES.carryOut };
  const isDecided = await app.school.approvals.decide(approval, how, by, event);
  return isDecided ? goTo(reply, `/account?done=${EVENTS[decision]}`) : missing(signedIn, reply);
}
