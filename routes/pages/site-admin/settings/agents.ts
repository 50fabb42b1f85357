/** Which calls of apps wait for a person: only owners and administrators choose it, by page, after signing in again. */
import type { FastifyInstance } from 'fastify';
import { AGENTS_ASK, type AgentsAsk } from '../../../../schema/school/approval.ts';
import { goTo } from '../../../http.ts';
import { button, optionsOf, postForm, select } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { at, belowSchool, missing, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';

const SETTINGS = '/settings';
const AGENTS = `${SETTINGS}/agents`;

const policyNamed = (name: string | undefined): AgentsAsk | undefined => AGENTS_ASK.find((one) => one === name);

export function agentPolicy(app: FastifyInstance, { managers }: SiteAdminPages): void {
  managers.post(`${SCHOOL}${AGENTS}`, (signedIn, form, reply) => {
    const policy = policyNamed(form.get('policy'));
    return policy === undefined ? missing(signedIn, reply) : goTo(reply, at(signedIn, `${AGENTS}/${policy}`));
  });

  requireReauthentication<OperatorRequest, AgentsAsk>(app, managers, {
    ...belowSchool(managers, SETTINGS),
    path: `${SCHOOL}${AGENTS}/:policy`,
    find: async ({ request }) => policyNamed(pathParameter(request, 'policy')),
    describe: (signedIn, policy) => {
      const { agents } = signedIn.text.settings;
      return {
        title: agents.changeTitle,
        consequences: html`<p>${agents.label}: ${agents.levels[policy]}.</p><p>${agents.lead}</p>`,
        submit: signedIn.text.shell.save,
        tone: 'primary',
        cancelHref: at(signedIn, SETTINGS),
      };
    },
    async act(signedIn, policy) {
      const event = signedIn.event('agents_ask_changed', { target: policy });
      await app.school.approvals.setPolicy(signedIn.membership.siteId, policy, event);
      return at(signedIn, `${SETTINGS}?done=agents`);
    },
  });
}

/** @param school what the school has chosen @param platform what the platform demands at least */
export function agentSection(
  school: AgentsAsk,
  platform: AgentsAsk,
  { csrf, signedIn, text }: Visit<OperatorRequest>,
): Html {
  const { title, lead, levels, label, change, platform: demanded } = text.settings.agents;
  const body = html`${select({ name: 'policy', label, options: optionsOf(AGENTS_ASK, levels), value: school })}
<div class="inline">${button(change, 'secondary')}</div>`;
  return html`<section class="stack" id="agents"><h2>${title}</h2><p>${lead}</p>
${platform !== 'nothing' && html`<p>${demanded({ level: levels[platform] })}</p>`}
${postForm({ action: at(signedIn, AGENTS), csrf, body })}</section>`;
}
