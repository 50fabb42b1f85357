/** One-time links in e-mails: the page that a link opens, and the forms on it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CredentialHash, hashCredential } from '../../../schema/credential.ts';
import { type Parameters, readParameters } from '../../../schema/parameters.ts';
import type { LiveMailLink, MailLinkPurpose } from '../../../schema/people/mail-link.ts';
import { foreignForm } from '../../form.ts';

/** A valid link, and the values that its forms must contain. */
export interface OpenedLink {
  live: LiveMailLink;
  hash: CredentialHash;
  csrf: string;
  hidden: { token: string };
}

type Gone = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
type Show = (link: OpenedLink, request: FastifyRequest, reply: FastifyReply) => Answer;
type Take = (link: OpenedLink, form: Parameters, request: FastifyRequest, reply: FastifyReply) => Answer;
type Answer = FastifyReply | Promise<FastifyReply>;

/**
 * Handles the page and the forms of one type of link. Opening a link does not use it up, because mail programs open
 * links, too.
 */
export function mailedLink(app: FastifyInstance, purpose: MailLinkPurpose, gone: Gone) {
  const { clock } = app;
  const { loginSession, mailLinks } = app.people;

  async function open(token: string): Promise<OpenedLink | undefined> {
    const hash = hashCredential(token);
    const live = await mailLinks.find(hash, purpose, clock());
    return live && { live, hash, csrf: loginSession.formToken(purpose, hash), hidden: { token } };
  }

  return {
    show(path: string, show: Show): void {
      app.get(path, async (request, reply) => {
        const link = await open(readParameters(request.query).get('token') ?? '');
        return link === undefined ? gone(request, reply) : show(link, request, reply);
      });
    },

    /** RFC 6749 §10.12: accepts a form only from our own page, created for this link. */
    take(path: string, take: Take): void {
      app.post(path, async (request, reply) => {
        const form = readParameters(request.body);
        const token = form.get('token') ?? '';
        if (loginSession.checkForm(request, form.get('csrf'), purpose, hashCredential(token)) !== 'own')
          throw foreignForm();
        const link = await open(token);
        return link === undefined ? gone(request, reply) : take(link, form, request, reply);
      });
    },
  };
}
