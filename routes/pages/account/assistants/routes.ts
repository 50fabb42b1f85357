/** How a member connects an AI assistant at each school that offers some to its members. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isApproved } from '../../../../schema/oauth/client.ts';
import { metadataHost } from '../../../../schema/oauth/metadata-url.ts';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import { tenantLink } from '../../../../schema/tenant-link.ts';
import { toolUrl } from '../../../../schema/tool-url.ts';
import { messagePage } from '../../kit/message.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { slugInAddresses } from '../../site-admin/connect/clients.ts';
import { memberGuide } from '../../site-admin/connect/member-agents.ts';
import { applicationFor, type Standing, serveMembers, standingsAt } from '../../site-admin/connect/standing.ts';
import { accountFrame } from '../account-pages.ts';
import { questionsFor } from './questions.ts';
import { type AssistantGuide, assistantSchoolsPage, type Contact, schoolAssistantsPage } from './view.ts';

export const PATH = '/account/assistants';
/** A person of more schools finds them all on the page of the assistants. */
const SCHOOLS_ASKED = 5;

/** Returns a school of the person that offers an assistant to its members, among the first few. */
export async function schoolWithAssistants(
  app: FastifyInstance,
  memberships: SignedInRequest['memberships'],
): Promise<SignedInRequest['memberships'][number] | undefined> {
  for (const membership of memberships.filter(({ isClosed }) => !isClosed).slice(0, SCHOOLS_ASKED)) {
    if ((await standingsAt(app, membership.siteId)).some(serveMembers)) return membership;
  }
  return undefined;
}

export function assistantPages(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { config } = app;
  const { platform } = app.school;

  const guidesFor = async (standings: readonly Standing[], slug: string): Promise<readonly AssistantGuide[]> => {
    const url = toolUrl(config.baseUrl, { auth: 'member', school: await slugInAddresses(app, slug) });
    return standings.filter(serveMembers).map((standing) => {
      const { key, name, isHosted } = standing.known;
      const application = applicationFor(standing);
      const asksAs = nameWhenAsking(standing, application);
      return { key, name, isHosted, asksAs, ...memberGuide(key, application, url, slug) };
    });
  };

  const contactAt = async (siteId: string): Promise<Contact | undefined> => {
    const contact = await platform.contactOf(siteId);
    return contact && { email: contact.email, support: tenantLink(contact.supportUrl, config.baseUrl) };
  };

  pages.get(PATH, async (signedIn, reply) => {
    const { memberships } = signedIn;
    const [only] = memberships;
    if (only !== undefined && memberships.length === 1) return goTo(reply, `${PATH}/${only.slug}`);
    const schools = await Promise.all(
      memberships.map(async (membership) => {
        const standings = await standingsAt(app, membership.siteId);
        const isOffered = standings.some((one) => serveMembers(one) || one.isOfferBlocked);
        return {
          name: membership.siteName,
          href: isOffered ? `${PATH}/${membership.slug}` : undefined,
          contact: isOffered ? undefined : await contactAt(membership.siteId),
        };
      }),
    );
    return sendPage(reply, assistantSchoolsPage(accountFrame(signedIn, PATH), { schools }), 'own');
  });

  pages.get(`${PATH}/:school`, async (signedIn, reply) => {
    const { school } = signedIn.request.params as { school: string };
    const membership = signedIn.memberships.find(({ slug, isClosed }) => slug === school && !isClosed);
    if (membership === undefined) return missing(signedIn, reply);
    const { siteId } = membership;
    const standings = await standingsAt(app, siteId);
    const guides = await guidesFor(standings, membership.slug);
    const page = schoolAssistantsPage(accountFrame(signedIn, PATH), {
      school: membership.siteName,
      guides,
      blocked: standings.filter(({ isOfferBlocked }) => isOfferBlocked).map(({ known }) => known.name),
      contact: guides.length > 0 ? undefined : await contactAt(siteId),
      questions: await questionsFor(
        app,
        { siteId, personId: signedIn.session.person.id },
        signedIn.text.assistants.questions,
      ),
      isLoopback: config.isLoopback,
    });
    return sendPage(reply, page, 'own');
  });
}

/** The name on the page that asks for access, if the guide has another one. An app that was not reviewed has that of its host. */
function nameWhenAsking(
  { document, known: { key, name }, review }: Standing,
  application: StoredApplication | undefined,
): string | undefined {
  if (application === undefined) {
    return document === undefined || isApproved(review) ? undefined : metadataHost(document).host;
  }
  return key !== 'mcp_remote' && application.name === name ? undefined : application.name;
}

/** The response is the same for a school that does not exist and for the school of others. */
const missing = (signedIn: SignedInRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), messagePage(accountFrame(signedIn, PATH), { kind: 'not_found' }), 'own');
