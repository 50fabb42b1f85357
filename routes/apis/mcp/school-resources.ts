/** Documents that describe this server to a model. */
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../../schema/school/problem.ts';
import { toolAddresses, toolGuide } from '../../../schema/school/tool-guide.ts';
import type { Resource } from './resource.ts';
import { schoolOf } from './school.ts';
import type { Caller } from './tool.ts';

export const schoolResources = (app: FastifyInstance): Resource[] => [
  {
    listed: {
      uri: 'school://info',
      name: 'school-info',
      title: 'School info',
      description: 'Name, description, domain, language, time zone and currency of the school',
      mimeType: 'application/json',
    },
    read: async (caller) => JSON.stringify(await info(app, caller), null, 2),
  },
  {
    listed: {
      uri: 'school://auth-guide',
      name: 'auth-guide',
      title: 'How to sign in and find tools',
      description: 'How clients sign in, get access to tools, and find those that are not listed',
      mimeType: 'text/markdown',
    },
    read: async () => toolGuide(toolAddresses(app.config), app.config.docsUrl),
  },
];

/** Without a definite school, the document says so, because a resource takes no arguments. */
async function info(app: FastifyInstance, caller: Caller): Promise<unknown> {
  try {
    return await schoolOf(app, caller, undefined);
  } catch (error) {
    if (error instanceof ProblemError) return { note: error.message };
    throw error;
  }
}
