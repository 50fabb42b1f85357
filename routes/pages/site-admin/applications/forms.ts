/** The form that creates and changes an application. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { hashCredential, makeClientSecret, randomSecret } from '../../../../schema/credential.ts';
import {
  type ApplicationEntry,
  type ApplicationProblems,
  type ApplicationSettings,
  changesOf,
  EMPTY_ENTRY,
  entryOf,
  fieldsOf,
  kindOf,
  readEntry,
  requiresReauthentication,
  type StoredApplication,
  scopesToGive,
  settingsDigest,
  validateEntry,
} from '../../../../schema/oauth/site-application.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { leadsToOwnPage } from '../../../../schema/tenant-link.ts';
import { goTo } from '../../../http.ts';
import { displayText } from '../../kit/display-text.ts';
import { explorerEntry, explorerUrl, FOR_EXPLORER } from '../../kit/explorer-application.ts';
import { html } from '../../kit/html.ts';
import { type Sent, signedInBy } from '../../kit/reauthentication.ts';
import { sendPage } from '../../kit/sending.ts';
import type { SignedInPages } from '../../kit/signed-in.ts';
import { developerFacts } from '../developer-facts.ts';
import { at, missing, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { APPLICATIONS, addingTo, applicationPath, applicationsFrame, findApplication, ONE } from './application.ts';
import { weightyChanges } from './changes-view.ts';
import { applicationFormPage } from './form-view.ts';
import { alreadyIssuedPage, issuedApplicationPage } from './secret-view.ts';

const NEW = `${APPLICATIONS}/new`;
const ONE_TIME_ID = /^[A-Za-z0-9_-]{43}$/;

/** Of the pages of this server, only the explorer takes the answer for an application. */
const ownPagesOf =
  ({ config: { baseUrl } }: FastifyInstance) =>
  (uri: string): boolean =>
    uri !== explorerUrl(baseUrl) && leadsToOwnPage(uri, baseUrl);

export function applicationForms(app: FastifyInstance, site: SiteAdminPages): void {
  const pages = site.with('mcp_connections');
  newApplications(app, pages);
  changedApplications(app, pages);
}

const isFine = (problems: ApplicationProblems): boolean => Object.keys(problems).length === 0;

function newApplications(app: FastifyInstance, pages: SignedInPages<OperatorRequest>): void {
  const { loginSession } = app.people;

  const show = (
    signedIn: OperatorRequest,
    reply: FastifyReply,
    entry: ApplicationEntry,
    problems: ApplicationProblems,
    once: string,
  ): FastifyReply => {
    const page = applicationFormPage(applicationsFrame(signedIn), {
      isNew: true,
      entry,
      problems,
      offered: scopesToGive(signedIn.membership),
      action: at(signedIn, NEW),
      csrf: signedIn.csrf,
      hidden: { once },
      cancelHref: at(signedIn, APPLICATIONS),
    });
    return sendPage(reply, page, 'own');
  };

  /**
   * Derives the id from the form, so that sending it twice creates one application. The secret prevents others from
   * choosing an id.
   */
  const idFrom = ({ membership, session }: OperatorRequest, once: string): string =>
    `c_${loginSession.formToken('application', membership.siteId, session.person.id, once).slice(0, 22)}`;

  pages.get(`${SCHOOL}${NEW}`, (signedIn, reply) => {
    const isForExplorer = readParameters(signedIn.request.query).get('for') === FOR_EXPLORER;
    const entry = isForExplorer ? explorerEntry(app.config.baseUrl, signedIn.text.explorer.title) : EMPTY_ENTRY;
    return show(signedIn, reply, entry, {}, randomSecret());
  });

  pages.post(`${SCHOOL}${NEW}`, async (signedIn, form, reply) => {
    const entry = readEntry(form);
    // The right to introspect is given later, after a reauthentication.
    const { settings, problems } = validateEntry(
      { ...entry, mayIntrospect: false },
      signedIn.membership,
      ownPagesOf(app),
    );
    const once = form.get('once') ?? '';
    if (!ONE_TIME_ID.test(once)) return show(signedIn, reply.code(400), entry, problems, randomSecret());
    if (!isFine(problems)) return show(signedIn, reply.code(400), entry, problems, once);
    // Whoever is signed in can connect the application to their own account, and has access by it for long.
    const { form: text } = signedIn.text.applications;
    const none = { ...settings, redirectUris: [], scopes: [] };
    const proof = await signedInBy(
      app,
      pages,
      { signedIn, form, reply },
      {
        ...addingTo(signedIn),
        title: text.newTitle,
        consequences: html`<p>${displayText(settings.name)}</p>${weightyChanges(changesOf(none, settings), signedIn.text)}`,
        hidden: { ...fieldsOf(entry), once },
        submit: text.create,
        cancelHref: at(signedIn, APPLICATIONS),
      },
    );
    if ('sent' in proof) return proof.sent;
    return create(app, proof.entered, reply, settings, entry.kind === 'confidential', idFrom(signedIn, once));
  });
}

async function create(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  reply: FastifyReply,
  settings: ApplicationSettings,
  isConfidential: boolean,
  id: string,
): Promise<FastifyReply> {
  const secret = isConfidential ? makeClientSecret() : undefined;
  const event = signedIn.event('client_created', { clientId: id });
  const client = {
    ...settings,
    id,
    origin: 'site_application' as const,
    siteId: signedIn.membership.siteId,
    authMethod: isConfidential ? ('client_secret_post' as const) : ('none' as const),
    createdAt: event.at,
    ...(secret === undefined ? {} : { secretHash: hashCredential(secret) }),
  };
  const href = applicationPath(signedIn, { id });
  if (!(await app.oauth.siteApplications.create(client, event))) {
    return sendPage(reply.code(409), alreadyIssuedPage(applicationsFrame(signedIn), 'created', href), 'own');
  }
  const facts = developerFacts(app.config.baseUrl, client);
  const page = issuedApplicationPage(applicationsFrame(signedIn), {
    what: 'created',
    name: settings.name,
    secret,
    facts,
    href,
  });
  return sendPage(reply, page, 'own');
}

function changedApplications(app: FastifyInstance, pages: SignedInPages<OperatorRequest>): void {
  const path = `${ONE}/edit`;

  pages.get(path, async (signedIn, reply) => {
    const application = await findApplication(app, signedIn);
    return application === undefined ? missing(signedIn, reply) : showChanges(signedIn, reply, application);
  });

  pages.post(path, async (signedIn, form, reply) => {
    const application = await findApplication(app, signedIn);
    if (application === undefined) return missing(signedIn, reply);
    const edit: Edit = { signedIn, reply, form, application };
    const entry = { ...readEntry(form), kind: kindOf(application) };
    const { settings, problems } = validateEntry(entry, signedIn.membership, ownPagesOf(app));
    if (!isFine(problems)) return showChanges(signedIn, reply.code(400), application, { entry, problems });
    const changes = changesOf(application, settings);
    const isRenamed = settings.name !== application.name;
    const isWeighty = requiresReauthentication(changes);
    if (form.get('seen') !== settingsDigest(application) || !(isWeighty || isRenamed)) return save(app, edit, settings);
    const { applications, shell } = signedIn.text;
    const proof = await signedInBy(app, pages, edit, {
      frame: applicationsFrame(signedIn),
      unlessLately: !isWeighty,
      title: applications.danger.change.title({ name: displayText(application.name) }),
      consequences: html`${isRenamed && html`<p>${displayText(settings.name)}</p>`}${weightyChanges(changes, signedIn.text)}`,
      hidden: { ...fieldsOf(readEntry(form)), seen: settingsDigest(application) },
      submit: shell.save,
      cancelHref: applicationPath(signedIn, application),
    });
    return 'sent' in proof ? proof.sent : saveLater(app, { ...edit, signedIn: proof.entered }, entry);
  });
}

/** A form that was sent for an existing application. */
interface Edit extends Sent<OperatorRequest> {
  application: StoredApplication;
}

function showChanges(
  signedIn: OperatorRequest,
  reply: FastifyReply,
  application: StoredApplication,
  { entry = entryOf(application), problems = {}, isStale = false } = {},
): FastifyReply {
  const href = applicationPath(signedIn, application);
  const page = applicationFormPage(applicationsFrame(signedIn), {
    isNew: false,
    entry,
    problems,
    isStale,
    offered: scopesToGive(signedIn.membership),
    action: `${href}/edit`,
    csrf: signedIn.csrf,
    hidden: { seen: settingsDigest(application) },
    cancelHref: href,
  });
  return sendPage(reply, page, 'own');
}

/** Verifying the password takes time, so the operator's scopes are checked again afterwards. */
function saveLater(app: FastifyInstance, edit: Edit, entry: ApplicationEntry): Promise<FastifyReply> | FastifyReply {
  const { signedIn, reply, application } = edit;
  const { settings, problems } = validateEntry(entry, signedIn.membership, ownPagesOf(app));
  if (!isFine(problems)) return showChanges(signedIn, reply.code(400), application, { entry, problems });
  return save(app, edit, settings);
}

async function save(
  app: FastifyInstance,
  { signedIn, reply, form, application }: Edit,
  settings: ApplicationSettings,
): Promise<FastifyReply> {
  const event = signedIn.event('client_changed', { clientId: application.id });
  const isSaved =
    form.get('seen') === settingsDigest(application) &&
    (await app.oauth.siteApplications.change(application, settings, event));
  if (isSaved) return goTo(reply, `${applicationPath(signedIn, application)}?done=changed`);
  return showChanges(signedIn, reply.code(409), (await findApplication(app, signedIn)) ?? application, {
    isStale: true,
  });
}
