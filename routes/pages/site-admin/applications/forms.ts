/** The pages that create and change an application. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldValues } from '../../../../schema/audit/audit-event.ts';
import { isSecret, makeClientSecret } from '../../../../schema/credential.ts';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import {
  type ApplicationChanges,
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
  settingsDigest,
  validateEntry,
} from '../../../../schema/oauth/site-application.ts';
import { leadsToOwnPage } from '../../../../schema/text/tenant-link.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import { displayText } from '../../kit/display-text.ts';
import { explorerEntry, explorerUrl, FOR_EXPLORER } from '../../kit/explorer-application.ts';
import { type Html, html, type Renderable } from '../../kit/html.ts';
import { definePage, type PageSender } from '../../kit/page.ts';
import { signedInBy } from '../../kit/reauthentication.ts';
import { at, type OperatorRequest, type Place, SCHOOL } from '../operator-pages.ts';
import {
  APPLICATIONS,
  addingTo,
  applicationPath,
  createApplication,
  findApplication,
  newApplicationId,
  ONE,
  type SentFor,
  takeForm,
} from './application.ts';
import { issuedPages } from './developer.ts';
import { type ApplicationForm, applicationForm, isFine } from './fields.ts';

const NEW = `${APPLICATIONS}/new`;

export function applicationForms(app: FastifyInstance, place: Place<OperatorRequest>): void {
  newApplications(app, place);
  changedApplications(app, place);
}

/** Of the pages of this server, only the explorer takes the answer for an application. */
const validate = ({ config: { baseUrl } }: FastifyInstance, signedIn: OperatorRequest, entry: ApplicationEntry) =>
  validateEntry(entry, signedIn.membership, (uri) => uri !== explorerUrl(baseUrl) && leadsToOwnPage(uri, baseUrl));

function newApplications(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const { alreadyIssued, issued } = issuedPages(app, place);
  const formWith = (
    signedIn: OperatorRequest,
    entry: ApplicationEntry,
    problems: ApplicationProblems = {},
  ): ApplicationForm => ({
    isNew: true,
    entry,
    problems,
    back: at(signedIn, APPLICATIONS),
    action: at(signedIn, NEW),
    hidden: {},
  });

  const show = definePage(app, place, {
    ...applicationForm,
    at: `${SCHOOL}${NEW}`,
    load({ query, signedIn, text }) {
      const isForExplorer = query.get('for') === FOR_EXPLORER;
      return formWith(signedIn, isForExplorer ? explorerEntry(app.config.baseUrl, text.explorer.title) : EMPTY_ENTRY);
    },
  });

  place.pages.post(`${SCHOOL}${NEW}`, async (signedIn, form, reply) => {
    const entry = readEntry(form);
    // The right to introspect is given later, after a reauthentication.
    const { settings, problems } = validate(app, signedIn, { ...entry, mayIntrospect: false });
    const once = form.get('once') ?? '';
    const alone = aloneIn(app, form, entry);
    if (!isSecret(once) || !isFine(problems))
      return show(signedIn, reply.code(400), { ...formWith(signedIn, entry, problems), runsAlone: alone.isTicked });
    // Whoever is signed in can connect the application to their own account, and has access by it for long.
    const { form: text } = signedIn.text.applications;
    const changes = changesOf({ ...settings, redirectUris: [], scopes: [] }, settings);
    const sent = { signedIn, form, reply };
    const proof = await signedInBy(app, place.pages, sent, {
      ...addingTo(signedIn),
      title: text.newTitle,
      consequences: html`<p>${displayText(settings.name)}</p>${weightyChanges(changes, signedIn.text)}${alone.warning(signedIn.text)}`,
      hidden: { ...fieldsOf(entry), kind: entry.kind, once, ...alone.hidden },
      submit: text.create,
      cancelHref: at(signedIn, APPLICATIONS),
    });
    if ('sent' in proof) return proof.sent;
    const id = newApplicationId(app, signedIn, once);
    const secret = entry.kind === 'confidential' ? makeClientSecret() : undefined;
    const application = await createApplication(app, proof.entered, { id, settings, secret });
    if (application !== undefined) await alone.store(proof.entered, id);
    return application === undefined
      ? alreadyIssued(proof.entered, reply.code(409), { occasion: 'created', id })
      : issued(proof.entered, reply, { occasion: 'created', application, secret });
  });
}

/** Whether a new application with a secret works without a person behind each call, who could be asked. */
function aloneIn({ school: { approvals } }: FastifyInstance, form: Parameters, { kind }: ApplicationEntry) {
  const isTicked = form.get('runs_alone') === 'yes';
  const isAlone = isTicked && kind === 'confidential';
  return {
    isTicked,
    hidden: isAlone ? { runs_alone: 'yes' } : {},
    warning: ({ applications }: Text): Html | false => isAlone && html`<p>${applications.withoutPerson}</p>`,
    /** Until it is stored, the application asks. */
    async store({ event, membership }: OperatorRequest, clientId: string): Promise<void> {
      if (!isAlone) return;
      const changed = event('client_changed', { clientId, after: fieldValues({ runsAlone: true }) });
      await approvals.setAlone(membership.siteId, clientId, true, changed);
    },
  };
}

function changedApplications(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const show = definePage(app, place, {
    ...applicationForm,
    at: `${ONE}/edit`,
    async load({ signedIn }) {
      const application = await findApplication(app, signedIn);
      return application && changeForm(signedIn, application);
    },
  });

  takeForm(app, place, '/edit', async (sent) => {
    const { signedIn, reply, form, application } = sent;
    const entry = { ...readEntry(form), kind: kindOf(application) };
    const { settings, problems } = validate(app, signedIn, entry);
    if (!isFine(problems))
      return show(signedIn, reply.code(400), changeForm(signedIn, application, { entry, problems }));
    const changes = changesOf(application, settings);
    const isRenamed = settings.name !== application.name;
    const isWeighty = requiresReauthentication(changes);
    if (form.get('seen') !== settingsDigest(application) || !(isWeighty || isRenamed)) {
      return save(app, sent, settings, show);
    }
    const proof = await signedInBy(app, place.pages, sent, {
      frame: place.frame(signedIn),
      unlessLately: !isWeighty,
      title: signedIn.text.applications.danger.change.title({ name: displayText(application.name) }),
      consequences: html`${isRenamed && html`<p>${displayText(settings.name)}</p>`}${weightyChanges(changes, signedIn.text)}`,
      hidden: { ...fieldsOf(readEntry(form)), seen: settingsDigest(application) },
      submit: signedIn.text.shell.save,
      cancelHref: applicationPath(signedIn, application),
    });
    if ('sent' in proof) return proof.sent;
    // Verifying the password takes time, so the operator's scopes are checked again afterwards.
    const { entered } = proof;
    const now = validate(app, entered, entry);
    return isFine(now.problems)
      ? save(app, { ...sent, signedIn: entered }, now.settings, show)
      : show(entered, reply.code(400), changeForm(entered, application, { entry, problems: now.problems }));
  });
}

function changeForm(
  signedIn: OperatorRequest,
  application: StoredApplication,
  { entry = entryOf(application), problems = {}, isStale = false }: Partial<ApplicationForm> = {},
): ApplicationForm {
  const back = applicationPath(signedIn, application);
  const hidden = { seen: settingsDigest(application) };
  return { isNew: false, entry, problems, isStale, back, action: `${back}/edit`, hidden };
}

async function save(
  app: FastifyInstance,
  { signedIn, reply, form, application }: SentFor,
  settings: ApplicationSettings,
  show: PageSender<OperatorRequest, ApplicationForm>,
): Promise<FastifyReply> {
  const event = signedIn.event('client_changed', { clientId: application.id });
  const isSaved =
    form.get('seen') === settingsDigest(application) &&
    (await app.oauth.siteApplications.change(application, settings, event));
  if (isSaved) return goTo(reply, `${applicationPath(signedIn, application)}?done=changed`);
  const present = (await findApplication(app, signedIn)) ?? application;
  return show(signedIn, reply.code(409), changeForm(signedIn, present, { isStale: true }));
}

const listOf = (title: string, items: readonly Renderable[]): Html | false =>
  items.length > 0 && html`<p>${title}</p><ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

const codes = (texts: readonly string[]): Html[] => texts.map((text) => html`<code>${displayText(text)}</code>`);

/** Shows the changes of redirect URIs and scopes that need a confirmation. */
function weightyChanges(
  { added, removed, introspects, unbinds }: ApplicationChanges,
  { applications, scopes }: Text,
): Html {
  const { change } = applications.danger;
  const addedScopes = added.scopes.map((scope) => html`${scopes[scope]} <code>${scope}</code>`);
  return html`${listOf(change.added, codes(added.redirectUris))}
${added.redirectUris.length > 0 && html`<p>${change.addedText}</p>`}
${listOf(change.removed, codes(removed.redirectUris))}
${listOf(change.scopes, addedScopes)}
${introspects && html`<p>${change.introspects}</p>`}
${unbinds && html`<p>${change.unbinds}</p>`}`;
}
