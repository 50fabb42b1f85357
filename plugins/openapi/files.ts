/**
 * Describes uploads and downloads, at URLs that the storage operations return and that contain their own permission.
 */
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { RefusalKey } from '../../schema/refusals/index.ts';
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
  const refused = (key: RefusalKey, description: string) => refusal(docsUrl, [key], description);
  const shared = {
    403: refused(
      'url_not_signed',
      'The URL is not valid for this request or has expired, or the access for which it was made has ended.',
    ),
    404: refused('malformed_request.file', 'File not found.'),
    409: refused('upload_settled.status', 'The status of the file does not allow this.'),
    429: refused('rate_limited.requests', 'Rate limit exceeded.'),
    503: refused('store_unavailable', 'Service temporarily unavailable.'),
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
          400: refused('upload_unfit.size', 'The file does not match the announced size or SHA-256.'),
          ...shared,
          413: refused('upload_unfit.size', 'The file is larger than announced.'),
          415: refused(
            'unsupported_media_type.encoding',
            'The content type differs from the announced one, or the body has a content encoding.',
          ),
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
          304: answer('Not modified'),
          ...shared,
          412: refused('malformed_request.condition', 'The file is not the one that If-Match names.'),
          416: answer('The range cannot be satisfied'),
        },
      },
    },
  };
}
