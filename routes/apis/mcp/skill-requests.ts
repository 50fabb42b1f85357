/** Handles `skills/list` and `skills/get` of the extension for skills (SEP-2640). Their texts are read as resources. */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CACHE_HINTS } from './identity.ts';
import type { Registry } from './registry.ts';
import type { RequestContext } from './request-context.ts';
import type { SkillEntry } from './resource.ts';

/** The capability that clients see. A skill is one file, so there are no directories to read. */
export const SKILLS_EXTENSION = { extensions: { 'io.modelcontextprotocol/skills': {} } };

/** The first revision whose results say how long they may be kept. */
const WITH_LIFETIME = '2026-07-28';

export function answerSkills(server: Server, context: RequestContext, { catalogue, resources }: Registry): void {
  const own = async (): Promise<SkillEntry[]> =>
    (await catalogue.usable(context.caller, resources)).flatMap(({ entry }) => entry ?? []);
  // Both depend on the caller, as the list of tools does.
  const lifetime = () =>
    (server.getNegotiatedProtocolVersion() ?? '') < WITH_LIFETIME ? {} : CACHE_HINTS['tools/list'];

  server.setRequestHandler(
    'skills/list',
    { params: z.object({ cursor: z.string().optional() }).optional() },
    context.guarded(async (params) => {
      if (params?.cursor !== undefined) throw invalid('the list of skills has one page');
      return { skills: await own(), ...lifetime() };
    }),
  );
  server.setRequestHandler(
    'skills/get',
    { params: z.object({ uri: z.string() }) },
    context.guarded(async ({ uri }) => {
      const skill = (await own()).find((one) => one.uri === uri);
      if (skill === undefined) throw invalid(`there is no skill ${uri}`);
      return { skill, ...lifetime() };
    }),
  );
}

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
