/** The page that sets the logo of an application to an uploaded picture, or to one among the files of the school. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import {
  type LogoFault,
  type LogoImage,
  MAX_LOGO_BYTES,
  MAX_LOGO_FORM_BYTES,
  readLogo,
} from '../../../../schema/school/logo-image.ts';
import { goTo } from '../../../http.ts';
import { displayText } from '../../kit/display-text.ts';
import { acceptFile } from '../../kit/form-with-file.ts';
import { html } from '../../kit/html.ts';
import { signedInBy, signedInLately } from '../../kit/reauthentication.ts';
import { sendPage } from '../../kit/sending.ts';
import { signInAgain } from '../../kit/signed-in.ts';
import { missing, type OperatorRequest, type SiteAdminPages, siteAdminPages } from '../operator-pages.ts';
import { addingTo, applicationPath, applicationsFrame, findApplication, ONE } from './application.ts';
import { logoPage } from './logo-view.ts';

const PATH = `${ONE}/logo`;
const FILES_SHOWN = 24;
/** How long the images of the choices can be loaded, in milliseconds. */
const PREVIEW_MS = 3_600_000;

export function applicationLogo(app: FastifyInstance, site: SiteAdminPages): void {
  const pages = site.with('mcp_connections');
  pages.get(PATH, async (signedIn, reply) => {
    const application = await findApplication(app, signedIn);
    return application === undefined ? missing(signedIn, reply) : show(app, signedIn, reply, application);
  });

  pages.post(PATH, async (signedIn, form, reply) => {
    const application = await findApplication(app, signedIn);
    if (application === undefined) return missing(signedIn, reply);
    const chosen = form.get('file') ?? '';
    const { logo: text, form: formText } = signedIn.text.applications;
    const proof = await signedInBy(
      app,
      pages,
      { signedIn, form, reply },
      {
        ...addingTo(signedIn),
        title: text.title({ name: displayText(application.name) }),
        consequences: html`<p>${formText.newLead}</p>`,
        hidden: { file: chosen },
        submit: signedIn.text.shell.save,
        cancelHref: applicationPath(signedIn, application),
      },
    );
    if ('sent' in proof) return proof.sent;
    const logo = chosen === '' ? undefined : await imageOf(app, application.siteId, chosen);
    return change(app, proof.entered, reply, application, logo);
  });

  app.register(async (scope) => {
    const uploads = siteAdminPages(scope).with('mcp_connections');
    acceptFile(scope, MAX_LOGO_FORM_BYTES, {
      pages: uploads,
      async show(signedIn, reply) {
        const application = await findApplication(app, signedIn);
        return application === undefined
          ? missing(signedIn, reply)
          : show(app, signedIn, reply, application, 'too_large');
      },
    });
    uploads.post(`${PATH}/upload`, async (signedIn, _form, reply) => {
      const application = await findApplication(app, signedIn);
      if (application === undefined) return missing(signedIn, reply);
      // A page that asks for the password cannot send the file once more.
      if (!signedInLately(app, signedIn))
        return goTo(reply, signInAgain(signedIn.request, `${applicationPath(signedIn, application)}/logo`));
      const logo = readLogo(signedIn.request.sentFile ?? Buffer.of());
      return change(app, signedIn, reply, application, logo);
    });
  });
}

async function change(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  reply: FastifyReply,
  application: StoredApplication,
  logo: LogoImage | LogoFault | 'gone' | undefined,
): Promise<FastifyReply> {
  if (typeof logo === 'string') return show(app, signedIn, reply.code(400), application, logo);
  const event = signedIn.event('client_changed', { clientId: application.id });
  const isSet = await app.school.applicationLogos.set(application, logo, event);
  if (isSet) return goTo(reply, `${applicationPath(signedIn, application)}?done=changed`);
  return show(app, signedIn, reply.code(409), application, 'stale');
}

async function show(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  reply: FastifyReply,
  application: StoredApplication,
  problem?: LogoFault | 'gone' | 'stale',
): Promise<FastifyReply> {
  const { siteId } = application;
  const person = signedIn.session.person.id;
  const files = await offeredFiles(app, siteId);
  const href = applicationPath(signedIn, application);
  const page = logoPage(applicationsFrame(signedIn), {
    name: application.name,
    logo: application.logo,
    files: files.map(({ id, filename }) => ({
      id,
      filename,
      src: app.signedUrls.make({ method: 'GET', siteId, assetId: id, person }, app.clock() + PREVIEW_MS),
    })),
    action: `${href}/logo`,
    cancelHref: href,
    csrf: signedIn.csrf,
    problem,
  });
  return sendPage(reply, page, 'own');
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
