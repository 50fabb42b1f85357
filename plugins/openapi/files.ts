/** Uploaded files: the addresses carry their own permission, and come from the storage operations. */
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { answer, content, parameters } from './form.ts';
import { refusal } from './refusals.ts';

/** Beside the operations that give the addresses. */
const TAG = 'storage';

const given = z.string().describe('As in the address that was given');
const PARAMETERS = {
  path: parameters({ siteId: given, assetId: given }),
  query: parameters({ expires: given, signature: given }),
};

export function filePaths(docsUrl: string): ZodOpenApiPathsObject {
  const malformed = (said: string) => refusal(docsUrl, ['invalid_request'], said);
  const shared = {
    403: refusal(docsUrl, ['access_denied'], 'The address is not good for this, or not any more.'),
    404: malformed('There is no such file.'),
    409: malformed('The file is not in a state for this.'),
    429: refusal(docsUrl, ['temporarily_unavailable'], 'A limit was reached.'),
    503: refusal(docsUrl, ['temporarily_unavailable'], 'We cannot answer now.'),
  };
  const bytes = content('*/*', z.unknown());
  return {
    '/uploads/{siteId}/{assetId}': {
      put: {
        operationId: 'send_file',
        summary: 'Send the bytes of an upload',
        description: 'To the address that create_upload gave, with the content type that was announced.',
        tags: [TAG],
        security: [],
        requestParams: PARAMETERS,
        requestBody: { required: true, content: bytes },
        responses: {
          204: answer('Taken: now call complete_upload'),
          400: malformed('The bytes are not those that were announced.'),
          ...shared,
          413: malformed('More bytes than were announced.'),
          415: malformed('Another content type than was announced, or an encoding.'),
        },
      },
      get: {
        operationId: 'get_file',
        summary: 'Get an uploaded file',
        description: 'At the address that an asset shows as its url. Ranges are answered.',
        tags: [TAG],
        security: [],
        requestParams: PARAMETERS,
        responses: {
          200: answer('The file', bytes),
          206: answer('The part that Range asked for', bytes),
          ...shared,
          416: answer('There is no such part'),
        },
      },
    },
  };
}
