/** The form of an application: a new one, and changes to one that is there. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuditEvent, AuditEventName } from '../../../../schema/audit/audit-event.ts';
import { hashCredential, makeClientSecret, randomSecret } from '../../../../schema/credential.ts';
import {
  type ApplicationChanges,
  type ApplicationEntry,
  type ApplicationProblems,
  type ApplicationSettings,
  changesOf,
  EMPTY_ENTRY,
  entryOf,
  fieldsOf,
  isWeighty,
  judgeEntry,
  kindOf,
  readEntry,
  type StoredApplication,
  scopesToGive,
  settingsDigest,
} from '../../../../schema/oauth/site-application.ts';
import type { Parameters } from '../../../../schema/parameters.ts';
import type { ConfirmationProblem } from '../../kit/confirmation.ts';
import { confirm, doubt } from '../../kit/danger.ts';
import { shown } from '../../kit/outside-text.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import type { VisitedPages } from '../../kit/visits.ts';
import { developerFacts } from '../developer-facts.ts';
import { at, missing, type OperatorVisit, SCHOOL, type SiteAdminPages } from '../visits.ts';
import { weightyChanges } from './changes-view.ts';
import { applicationFormPage } from './form-view.ts';
import { APPLICATIONS, applicationPath, applicationsFrame, findApplication, ONE } from './routes.ts';
import { alreadyIssuedPage, issuedApplicationPage } from './secret-view.ts';

const NEW = `${APPLICATIONS}/new`;
const ONE_TIME_ID = /^[A-Za-z0-9_-]{43}$/;

/** What an operator does with an application, for the trail. */
export const clientEvent = (
  { clock, originOf }: FastifyInstance,
  { request, place, session }: OperatorVisit,
  event: AuditEventName,
  clientId: string,
): AuditEvent => ({
  ...originOf(request),
  event,
  at: clock(),
  siteId: place.siteId,
  personId: session.person.id,
  clientId,
});

export function applicationForms(app: FastifyInstance, site: SiteAdminPages): void {
  const pages = site.with('mcp_connections');
  newApplications(app, pages);
  changedApplications(app, pages);
}

const isFine = (problems: ApplicationProblems): boolean => Object.keys(problems).length === 0;

function newApplications(app: FastifyInstance, pages: VisitedPages<OperatorVisit>): void {
  const { config } = app;
  const { loginSession } = app.people;
  const { siteApplications } = app.oauth;

  const show = (
    visit: OperatorVisit,
    reply: FastifyReply,
    entry: ApplicationEntry,
    problems: ApplicationProblems,
    once: string,
  ): FastifyReply => {
    const page = applicationFormPage(applicationsFrame(visit), {
      isNew: true,
      entry,
      problems,
      offered: scopesToGive(visit.place.role),
      action: at(visit, NEW),
      csrf: visit.csrf,
      hidden: { once },
      cancelHref: at(visit, APPLICATIONS),
    });
    return sendPage(reply, page, 'own');
  };

  /** The same form makes the same id, so that what is sent twice is made once; nobody outside can choose it. */
  const idFrom = ({ place, session }: OperatorVisit, once: string): string =>
    `c_${loginSession.formToken('application', place.siteId, session.person.id, once).slice(0, 22)}`;

  pages.show(`${SCHOOL}${NEW}`, (visit, reply) => show(visit, reply, EMPTY_ENTRY, {}, randomSecret()));

  pages.take(`${SCHOOL}${NEW}`, async (visit, form, reply) => {
    const entry = readEntry(form);
    const { settings, problems } = judgeEntry(entry, visit.place.role);
    const once = form.get('once') ?? '';
    if (!ONE_TIME_ID.test(once)) return show(visit, reply.code(400), entry, problems, randomSecret());
    if (!isFine(problems)) return show(visit, reply.code(400), entry, problems, once);
    return create(visit, reply, settings, entry.kind === 'confidential', idFrom(visit, once));
  });

  async function create(
    visit: OperatorVisit,
    reply: FastifyReply,
    settings: ApplicationSettings,
    isConfidential: boolean,
    id: string,
  ): Promise<FastifyReply> {
    const secret = isConfidential ? makeClientSecret() : undefined;
    const event = clientEvent(app, visit, 'client_created', id);
    const client = {
      ...settings,
      id,
      origin: 'site_application' as const,
      siteId: visit.place.siteId,
      authMethod: isConfidential ? ('client_secret_post' as const) : ('none' as const),
      createdAt: event.at,
      ...(secret === undefined ? {} : { secretHash: hashCredential(secret) }),
    };
    const href = applicationPath(visit, { id });
    if (!(await siteApplications.create(client, { ...event, after: settingsDigest(settings) }))) {
      return sendPage(reply.code(409), alreadyIssuedPage(applicationsFrame(visit), 'created', href), 'own');
    }
    const facts = developerFacts(config.baseUrl, client);
    const page = issuedApplicationPage(applicationsFrame(visit), {
      what: 'created',
      name: settings.name,
      secret,
      facts,
      href,
    });
    return sendPage(reply, page, 'own');
  }
}

function changedApplications(app: FastifyInstance, pages: VisitedPages<OperatorVisit>): void {
  const path = `${ONE}/edit`;

  const show = (
    visit: OperatorVisit,
    reply: FastifyReply,
    application: StoredApplication,
    { entry = entryOf(application), problems = {}, isStale = false } = {},
  ): FastifyReply => {
    const href = applicationPath(visit, application);
    const page = applicationFormPage(applicationsFrame(visit), {
      isNew: false,
      entry,
      problems,
      isStale,
      offered: scopesToGive(visit.place.role),
      action: `${href}/edit`,
      csrf: visit.csrf,
      hidden: { seen: settingsDigest(application) },
      cancelHref: href,
    });
    return sendPage(reply, page, 'own');
  };

  pages.show(path, async (visit, reply) => {
    const application = await findApplication(app, visit);
    return application === undefined ? missing(visit, reply) : show(visit, reply, application);
  });

  pages.take(path, async (visit, form, reply) => {
    const application = await findApplication(app, visit);
    if (application === undefined) return missing(visit, reply);
    const entry = { ...readEntry(form), kind: kindOf(application) };
    const { settings, problems } = judgeEntry(entry, visit.place.role);
    if (!isFine(problems)) return show(visit, reply.code(400), application, { entry, problems });
    const changes = changesOf(application, settings);
    if (form.get('seen') !== settingsDigest(application) || !isWeighty(changes)) {
      return save(visit, form, application, settings, reply);
    }
    const isAnswered = form.get('password') !== undefined || form.get('passkey') !== undefined;
    if (!isAnswered) return ask(visit, form, application, changes, reply);
    const problem = await doubt(app, visit, form, reply);
    if (problem !== undefined) return ask(visit, form, application, changes, reply, problem);
    return saveLater(visit, form, application, entry, reply);
  });

  const ask = (
    visit: OperatorVisit,
    form: Parameters,
    application: StoredApplication,
    changes: ApplicationChanges,
    reply: FastifyReply,
    problem?: ConfirmationProblem,
  ): Promise<FastifyReply> => {
    const { applications, shell } = visit.text;
    return confirm(app, visit, reply, applicationsFrame(visit), {
      title: applications.danger.change.title(shown(application.name)),
      consequences: weightyChanges(changes, visit.text),
      hidden: { ...fieldsOf(readEntry(form)), seen: settingsDigest(application) },
      submit: shell.save,
      cancelHref: applicationPath(visit, application),
      problem,
    });
  };

  /** The password takes its time: whether the person may still change this, and give this much, is asked again. */
  const saveLater = async (
    before: OperatorVisit,
    form: Parameters,
    application: StoredApplication,
    entry: ApplicationEntry,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const visit = await pages.again(before, reply);
    if (visit === undefined) return reply;
    const { settings, problems } = judgeEntry(entry, visit.place.role);
    if (!isFine(problems)) return show(visit, reply.code(400), application, { entry, problems });
    return save(visit, form, application, settings, reply);
  };

  const save = async (
    visit: OperatorVisit,
    form: Parameters,
    application: StoredApplication,
    settings: ApplicationSettings,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const event = clientEvent(app, visit, 'client_changed', application.id);
    const isSaved =
      form.get('seen') === settingsDigest(application) &&
      (await app.oauth.siteApplications.change(application, settings, event));
    if (isSaved) return goTo(reply, `${applicationPath(visit, application)}?done=changed`);
    return show(visit, reply.code(409), (await findApplication(app, visit)) ?? application, { isStale: true });
  };
}
