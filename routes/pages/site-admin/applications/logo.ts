/** The page that sets the logo of an application to an uploaded picture, or to one among the files of the school. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import {
  LOGO_CONTENT_TYPES,
  type LogoFault,
  type LogoImage,
  MAX_LOGO_BYTES,
  MAX_LOGO_FORM_BYTES,
  MAX_LOGO_PIXELS,
  readLogo,
} from '../../../../schema/school/logo-image.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import { logoTile } from '../../kit/client.ts';
import { button, type Hidden, linkButton, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { signInAgainFirst } from '../../kit/proof-at-school.ts';
import { signedInBy, signedInLately } from '../../kit/reauthentication.ts';
import { acceptFile } from '../form-with-file.ts';
import { missing, type OperatorRequest, type Place, siteAdminPages } from '../operator-pages.ts';
import { addingTo, applicationPath, findApplication, ONE, type SentFor, takeForm } from './application.ts';

const FILES_SHOWN = 24;
/** How long the images of the choices can be loaded, in milliseconds. */
const PREVIEW_MS = 3_600_000;

interface LogoChoices {
  application: StoredApplication;
  files: Awaited<ReturnType<typeof offeredFiles>>;
  problem?: LogoFault | 'gone' | 'stale';
}

export function applicationLogo(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const choicesFor = async (application: StoredApplication): Promise<LogoChoices> => ({
    application,
    files: await offeredFiles(app, application.siteId),
  });

  const showChoices = definePage<OperatorRequest, LogoChoices>(app, place, {
    at: `${ONE}/logo`,
    async load({ signedIn }) {
      const application = await findApplication(app, signedIn);
      return application && choicesFor(application);
    },
    title: ({ application: { name } }, { text }) => text.applications.logo.title({ name: displayText(name) }),
    lead: (_choices, { text: { applications } }) => html`<p>${applications.logo.lead}</p>
<p>${applications.logo.limits({ kilobytes: Math.floor(MAX_LOGO_BYTES / 1024), pixels: `${MAX_LOGO_PIXELS}` })}</p>`,
    isWrong: ({ problem }) => problem !== undefined,
    body: (choices, visit) => choicesBody(app, choices, visit),
  });
  const show = async (
    signedIn: OperatorRequest,
    reply: FastifyReply,
    application: StoredApplication,
    problem: LogoFault | 'gone' | 'stale',
  ): Promise<FastifyReply> => showChoices(signedIn, reply, { ...(await choicesFor(application)), problem });

  async function change(
    { signedIn, reply, application }: SentFor,
    logo: LogoImage | LogoFault | 'gone' | undefined,
  ): Promise<FastifyReply> {
    if (typeof logo === 'string') return show(signedIn, reply.code(400), application, logo);
    const event = signedIn.event('client_changed', { clientId: application.id });
    const isSet = await app.school.applicationLogos.set(application, logo, event);
    if (isSet) return goTo(reply, `${applicationPath(signedIn, application)}?done=changed`);
    return show(signedIn, reply.code(409), application, 'stale');
  }

  takeForm(app, place, '/logo', async (sent) => {
    const { signedIn, form, application } = sent;
    const chosen = form.get('file') ?? '';
    const { logo: text, form: formText } = signedIn.text.applications;
    const proof = await signedInBy(app, place.pages, sent, {
      ...addingTo(signedIn),
      title: text.title({ name: displayText(application.name) }),
      consequences: html`<p>${formText.newLead}</p>`,
      hidden: { file: chosen },
      submit: signedIn.text.shell.save,
      cancelHref: applicationPath(signedIn, application),
    });
    if ('sent' in proof) return proof.sent;
    const logo = chosen === '' ? undefined : await imageOf(app, application.siteId, chosen);
    return change({ ...sent, signedIn: proof.entered }, logo);
  });

  app.register(async (scope) => {
    const pages = siteAdminPages(scope).with('mcp_connections');
    acceptFile(scope, MAX_LOGO_FORM_BYTES, {
      pages,
      async show(signedIn, reply) {
        const application = await findApplication(app, signedIn);
        return application === undefined ? missing(signedIn, reply) : show(signedIn, reply, application, 'too_large');
      },
    });
    takeForm(app, { pages }, '/logo/upload', async (sent) => {
      const { signedIn, reply, application } = sent;
      // A page that asks for the password cannot send the file once more.
      if (!signedInLately(app, signedIn))
        return signInAgainFirst(signedIn, reply, `${applicationPath(signedIn, application)}/logo`);
      return change(sent, readLogo(signedIn.request.sentFile ?? Buffer.of()));
    });
  });
}

/** The form with which a picture is uploaded, here and for the school itself. */
export const logoUploadForm = (
  action: string,
  csrf: string,
  text: Text['applications']['logo'],
  hidden?: Hidden,
): Html =>
  postForm({
    action,
    csrf,
    hidden,
    hasFile: true,
    body: html`<div class="field"><label for="picture">${text.upload}</label>
<input id="picture" name="picture" type="file" accept="${LOGO_CONTENT_TYPES.join(',')}" required></div>
<div class="inline">${button(text.submitUpload)}</div>`,
  });

const choice = (value: string, label: string, image: Html | false): Html =>
  html`<label class="choice boxed"><input type="radio" name="file" value="${value}" required>
${image}<span class="name">${label}</span></label>`;

/** The present logo, a form for another one, and the images of the school that can replace it. */
function choicesBody(
  app: FastifyInstance,
  { application, files, problem }: LogoChoices,
  { csrf, now, signedIn, text: { applications, shell } }: Visit<OperatorRequest>,
): Html {
  const { logo: text } = applications;
  const { logo, siteId } = application;
  const href = applicationPath(signedIn, application);
  const person = signedIn.session.person.id;
  const image = (assetId: string): Html =>
    html`<img class="tile large" src="${app.signedUrls.make({ method: 'GET', siteId, assetId, person }, now + PREVIEW_MS)}" alt="" width="48" height="48">`;
  const cancel = linkButton(href, shell.cancel, 'secondary');
  const choices = html`<fieldset class="choices"><legend>${text.choose}</legend>
${logo !== undefined && choice('', text.none, false)}
${files.map(({ id, filename }) => choice(id, displayText(filename), image(id)))}</fieldset>`;
  const body = [choices, html`<div class="inline">${button(shell.save)}${cancel}</div>`];
  return html`${problem !== undefined && notice('problem', html`<p>${text.faults[problem]}</p>`)}
${logo !== undefined && html`<div class="asker">${logoTile(logo)}<div><p>${text.now}</p></div></div>`}
${logoUploadForm(`${href}/logo/upload`, csrf, text)}
${files.length > 0 || logo !== undefined ? postForm({ action: `${href}/logo`, csrf, body }) : html`<p>${cancel}</p>`}`;
}

/** The files that can be chosen. One may be missing in the storage, for example because it was moved. */
async function offeredFiles({ school: { applicationLogos, storage } }: FastifyInstance, siteId: string) {
  const files = await applicationLogos.files(siteId, FILES_SHOWN);
  const sizes = await Promise.all(files.map(({ id }) => storage.sizeOf({ siteId, assetId: id })));
  return files.filter((_, index) => sizes[index] !== undefined);
}

/** Reads a file of the school. Only what is offered can be chosen. */
async function imageOf(app: FastifyInstance, siteId: string, id: string): Promise<LogoImage | LogoFault | 'gone'> {
  if (!(await offeredFiles(app, siteId)).some((one) => one.id === id)) return 'gone';
  const parts: Buffer[] = [];
  const file = await app.school.storage.read({ siteId, assetId: id }, { first: 0, last: MAX_LOGO_BYTES });
  for await (const part of file) parts.push(part);
  return readLogo(Buffer.concat(parts));
}
