/** The page where owners and administrators choose what staff of the school can see and edit. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldValues } from '../../../../schema/audit/audit-event.ts';
import { STAFF_SCOPES } from '../../../../schema/oauth/scope.ts';
import { type Parameters, readParameters } from '../../../../schema/parameters.ts';
import {
  choiceOf,
  readStaffChoice,
  type StaffChoice,
  staffScopes,
  storedChoice,
} from '../../../../schema/school/staff-rights.ts';
import { signedInBy } from '../../kit/reauthentication.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import {
  adminFrame,
  at,
  missing,
  type OperatorRequest,
  SCHOOL,
  type SiteAdminPages,
  STAFF_RIGHTS,
} from '../operator-pages.ts';
import { changedRights, staffRightsPage } from './view.ts';

const SETTINGS = '/settings';

/** Names a stored set in the form, which knows no empty values. No scope has one of these names. */
function marked(staffScope: string | null): string {
  if (staffScope === null) return 'default';
  return staffScope === '' ? 'nothing' : staffScope;
}

/** A change that was sent. */
interface Change {
  signedIn: OperatorRequest;
  form: Parameters;
  choice: StaffChoice;
}

const isStale = ({ signedIn, form }: Change): boolean => form.get('seen') !== marked(signedIn.membership.staffScope);

/** What staff would have in addition, and what they would lose. */
function differenceOf({ signedIn, choice }: Change) {
  const [was, is] = [staffScopes(signedIn.membership.staffScope), staffScopes(storedChoice(choice))];
  return {
    added: is.filter((scope) => !was.includes(scope)),
    removed: was.filter((scope) => !is.includes(scope)),
  };
}

const choiceIn = (form: Parameters): StaffChoice | undefined =>
  form.get('default') === 'yes' ? choiceOf(STAFF_SCOPES) : readStaffChoice((subject) => form.get(subject));

export function staffRights(app: FastifyInstance, { managers }: SiteAdminPages): void {
  managers.get(`${SCHOOL}${STAFF_RIGHTS}`, (signedIn, reply) =>
    show(signedIn, reply, readParameters(signedIn.request.query).get('done') === 'saved' ? 'saved' : undefined),
  );

  managers.post(`${SCHOOL}${STAFF_RIGHTS}`, async (signedIn, form, reply) => {
    const choice = choiceIn(form);
    if (choice === undefined) return missing(signedIn, reply);
    const change = { signedIn, form, choice };
    // Giving a right requires reauthentication, as giving a role with more rights does.
    if (isStale(change) || differenceOf(change).added.length === 0) return save(app, managers, change, reply);
    const { staffRights: text, shell } = signedIn.text;
    const proof = await signedInBy(
      app,
      managers,
      { signedIn, form, reply },
      {
        frame: adminFrame(signedIn, SETTINGS),
        title: text.confirm.title,
        consequences: changedRights(differenceOf(change), signedIn.text),
        hidden: { ...choice, seen: marked(signedIn.membership.staffScope) },
        submit: shell.save,
        tone: 'primary',
        cancelHref: at(signedIn, STAFF_RIGHTS),
      },
    );
    return 'sent' in proof ? proof.sent : save(app, managers, { ...change, signedIn: proof.entered }, reply);
  });
}

function show(signedIn: OperatorRequest, reply: FastifyReply, result: 'saved' | 'stale' | undefined): FastifyReply {
  const { membership, csrf } = signedIn;
  const page = staffRightsPage(adminFrame(signedIn, SETTINGS), {
    choice: choiceOf(staffScopes(membership.staffScope)),
    isDefault: membership.staffScope === null,
    action: at(signedIn, STAFF_RIGHTS),
    backHref: at(signedIn, SETTINGS),
    csrf,
    seen: marked(membership.staffScope),
    result,
  });
  return sendPage(reply, page, 'own');
}

/** Stores the change if the form showed what is stored, and otherwise shows what is. */
async function save(
  app: FastifyInstance,
  managers: SiteAdminPages['managers'],
  change: Change,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { signedIn, choice } = change;
  if (isStale(change)) return show(signedIn, reply.code(409), 'stale');
  const { membership, request, session } = signedIn;
  const { siteId, staffScope: seen } = membership;
  const staffScope = storedChoice(choice);
  if (staffScope === seen) return goTo(reply, at(signedIn, STAFF_RIGHTS));
  const personId = session.person.id;
  const isSaved = await app.school.staffRights.change(
    { siteId, personId, staffScope, seen },
    {
      ...app.originOf(request),
      event: 'staff_rights_changed',
      at: app.clock(),
      siteId,
      personId,
      before: fieldValues({ scopes: staffScopes(seen) }),
      after: fieldValues({ scopes: staffScopes(staffScope) }),
    },
  );
  if (isSaved) return goTo(reply, at(signedIn, `${STAFF_RIGHTS}?done=saved`));
  const present = await managers.reload(signedIn, reply);
  return present === undefined ? reply : show(present, reply.code(409), 'stale');
}
