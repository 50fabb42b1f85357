/**
 * How a client is asked to sign in at a tool. ChatGPT offers that only if the result of the tool asks for it; most others
 * only if the call is refused. One address serves both, so the school leaves it to the request, unless it chose one way.
 */
import type { FastifyInstance } from 'fastify';
import type { Caller } from './tool.ts';

const CHATGPT = 'openai-mcp';
/** This has the same name, but no person who could sign in: its callers send a token. */
const WITHOUT_PERSON = 'Responses API';
/** Where ChatGPT receives codes. Other programs of its vendor receive them elsewhere. */
const CHATGPT_CALLBACK = /^https:\/\/chatgpt\.com\/connector/;

async function isChatGpt({ oauth: { clients } }: FastifyInstance, { agent, operator }: Caller): Promise<boolean> {
  if (agent.header.includes(WITHOUT_PERSON)) return false;
  if (agent.header.startsWith(`${CHATGPT}/`) || agent.name === CHATGPT) return true;
  const redirectUris = (operator && (await clients.find(operator.clientId)))?.redirectUris ?? [];
  return redirectUris.length > 0 && redirectUris.every((uri) => CHATGPT_CALLBACK.test(uri));
}

/** Returns whether the result of a tool asks the caller to sign in, and the list says what each tool needs. */
export async function asksInResult(app: FastifyInstance, caller: Caller): Promise<boolean> {
  const { betaFeatures, platform } = app.school;
  const { operator, school } = caller;
  const named = () => (school === undefined ? platform.onlySite() : platform.openSiteBySlug(school));
  const siteId = operator?.siteId ?? (await named())?.id;
  const isExpected = await isChatGpt(app, caller);
  if (siteId === undefined) return isExpected;
  return isExpected ? !(await betaFeatures.has(siteId, 'status_sign_in')) : betaFeatures.has(siteId, 'chatgpt_sign_in');
}
