/**
 * Describes uploads and downloads, at URLs that the storage operations return and that contain their own permission.
 */
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { answer, content, parameters } from './form.ts';
import { refusal } from './refusals.ts';

/** Listed together with the operations that return the URLs. */
const TAG = 'storage';

const given = z.string().describe('As in the signed URL');
const PARAMETERS = {
  path: parameters({ siteId: given, assetId: given }),
  query: parameters({ expires: given, signature: given, grant: given.optional() }),
};

export function filePaths(docsUrl: string): ZodOpenApiPathsObject {
  const malformed = (description: string) => refusal(docsUrl, ['invalid_request'], description);
  const shared = {
    403: refusal(
      docsUrl,
      ['access_denied'],
      'The URL is not valid for this request or has expired, or the access for which it was made has ended.',
    ),
    404: malformed('File not found.'),
    409: malformed('The status of the file does not allow this.'),
    429: refusal(docsUrl, ['temporarily_unavailable'], 'Rate limit exceeded.'),
    503: refusal(docsUrl, ['temporarily_unavailable'], 'Service temporarily unavailable.'),
  };
  const bytes = content('*/*', z.unknown());
  return {
    '/uploads/{siteId}/{assetId}': {
      put: {
        operationId: 'send_file',
        summary: 'Upload a file',
        description: 'Sends the file to the signed URL returned by create_upload, with the announced content type.',
        tags: [TAG],
        security: [],
        requestParams: PARAMETERS,
        requestBody: { required: true, content: bytes },
        responses: {
          204: answer('Received; now call complete_upload'),
          400: malformed('The file does not match the announced size or SHA-256.'),
          ...shared,
          413: malformed('The file is larger than announced.'),
          415: malformed('The content type differs from the announced one, or the body has a content encoding.'),
        },
      },
      get: {
        operationId: 'get_file',
        summary: 'Download a file',
        description: "Returns the file at the signed URL in an asset's url field. Range requests are supported.",
        tags: [TAG],
        security: [],
        requestParams: PARAMETERS,
        responses: {
          200: answer('The file', bytes),
          206: answer('The range requested', bytes),
          ...shared,
          416: answer('The range cannot be satisfied'),
        },
      },
    },
  };
}
