/** The page that explains how to connect clients to this server, with its current configuration. */
import type { FastifyInstance } from 'fastify';
import { kindOf } from '../../../../schema/oauth/site-application.ts';
import { sendPage } from '../../kit/sending.ts';
import { developerFacts } from '../developer-facts.ts';
import { adminFrame, at, type OperatorRequest, SCHOOL, type SiteAdminPages, triesOut } from '../operator-pages.ts';
import { connectableClients } from './clients.ts';
import { memberAgents, servesMembers } from './member-agents.ts';
import { type Connect, connectOfferPage, connectPage, type MemberAgents, memberAgentsPage } from './view.ts';

const PATH = '/connect';
const MEMBERS = `${PATH}/members`;

export function connectPages(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { config } = app;

  managers.get(`${SCHOOL}${PATH}`, async (signedIn, reply) => {
    const frame = adminFrame(signedIn, PATH);
    if (!triesOut(signedIn.membership, 'mcp_connections')) {
      const page = connectOfferPage(frame, { action: at(signedIn, '/settings/features'), csrf: signedIn.csrf });
      return sendPage(reply, page, 'own');
    }
    const page = connectPage(frame, {
      addresses: addresses(),
      clients: connectableClients(config, signedIn.membership.slug),
      ownApplication: await ownApplication(signedIn),
      membersHref: at(signedIn, MEMBERS),
      applicationsHref: at(signedIn, '/applications'),
      reviewsHref: at(signedIn, '/reviews'),
      isLoopback: config.isLoopback,
    });
    return sendPage(reply, page, 'own');
  });

  managers.get(`${SCHOOL}${MEMBERS}`, async (signedIn, reply) => {
    if (!triesOut(signedIn.membership, 'mcp_connections')) return reply.redirect(at(signedIn, PATH), 303);
    const page = memberAgentsPage(adminFrame(signedIn, PATH), {
      application: await applicationOfMembers(signedIn),
      applicationsHref: at(signedIn, '/applications'),
    });
    return sendPage(reply, page, 'own');
  });

  const addresses = (): Connect['addresses'] => [
    { name: 'issuer', url: config.baseUrl },
    { name: 'mcp', url: `${config.baseUrl}/mcp` },
    { name: 'mcp_operators', url: `${config.baseUrl}/mcp?auth=required` },
    { name: 'mcp_members', url: `${config.baseUrl}/mcp?auth=member` },
    { name: 'graphql', url: `${config.baseUrl}/account/graphql` },
    { name: 'openapi', url: `${config.baseUrl}/openapi.json` },
    { name: 'resource', url: `${config.baseUrl}/.well-known/oauth-protected-resource` },
  ];

  /** Returns what members paste, with the newest application that serves them. */
  async function applicationOfMembers({ membership }: OperatorRequest): Promise<MemberAgents['application']> {
    const all = await app.oauth.siteApplications.ofSite(membership.siteId);
    const application = all.find(servesMembers);
    return (
      application && { name: application.name, agents: memberAgents(application, config.baseUrl, membership.slug) }
    );
  }

  /** Returns the newest public application that the command line client can use. */
  async function ownApplication({ membership }: OperatorRequest): Promise<Connect['ownApplication']> {
    const all = await app.oauth.siteApplications.ofSite(membership.siteId);
    for (const one of all) {
      if (!one.active || kindOf(one) !== 'public') continue;
      const { command } = developerFacts(config.baseUrl, one);
      if (command !== undefined) return [{ kind: 'command', content: command }];
    }
    return [];
  }
}
