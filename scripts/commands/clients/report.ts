/** Formats a client named by URL for a terminal. */

import { isBundled } from '../../../schema/clients/vendor-documents.ts';
import type { MetadataDocumentClient } from '../../../schema/oauth/client.ts';
import { type MetadataDifference, metadataDifference } from '../../../schema/oauth/client-metadata-document.ts';

const day = (time: number | undefined): string =>
  time === undefined ? 'never' : new Date(time).toISOString().slice(0, 10);

export const summarize = ({
  id,
  name,
  review,
  approvedMetadata,
  adoptedBy,
  lastUsedAt,
}: MetadataDocumentClient): string =>
  [
    review.padEnd(10),
    id,
    JSON.stringify(name),
    `used ${day(lastUsedAt)}`,
    ...(approvedMetadata === undefined ? [] : ['changed since the review']),
    ...(adoptedBy.length === 0 ? [] : [`adopted by ${adoptedBy.length}`]),
  ].join('  ');

export function describe(client: MetadataDocumentClient): string {
  const { metadata, approvedMetadata } = client;
  return [
    `url        ${client.id}`,
    `host       ${client.host}`,
    `name       ${JSON.stringify(client.name)}`,
    `review     ${client.review}`,
    ...listed('redirects', metadata.redirectUris),
    ...listed('ignored, because on other hosts', metadata.droppedRedirectUris),
    `scopes     ${client.scopes.join(' ') || 'none'}`,
    `adopted by ${client.adoptedBy.join(' ') || 'no school'}`,
    `${isBundled(client) ? 'copy of' : 'fetched'}    ${new Date(client.fetchedAt).toISOString()}, last used ${day(client.lastUsedAt)}`,
    ...(approvedMetadata === undefined
      ? []
      : ['changed since the review:', ...difference(metadataDifference(approvedMetadata, metadata))]),
  ].join('\n');
}

const difference = ({ name, gone, added }: MetadataDifference): string[] => [
  ...(name === undefined ? [] : [`  - name ${JSON.stringify(name.before)}`, `  + name ${JSON.stringify(name.after)}`]),
  ...gone.map((uri) => `  - redirect ${uri}`),
  ...added.map((uri) => `  + redirect ${uri}`),
];

const listed = (title: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [title, ...values.map((value) => `  ${value}`)];
