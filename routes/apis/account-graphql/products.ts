/** The digital products that a member may download, and the links to their files. */
import type { FastifyInstance } from 'fastify';
import { connectionOf, connectionTypes, listOf, type PageArguments, readPage } from './connections.ts';
import type { AccountContext } from './viewer.ts';

export const productTypes = /* GraphQL */ `
"""How the member got a digital product."""
enum ProductSource {
  """Bought."""
  ORDER
  """Included in a membership plan: access ends with the subscription."""
  SUBSCRIPTION
}

"""A digital product that the member may download."""
type DigitalProduct {
  """Id of the product, for requestDownload."""
  id: ID!
  """URL slug of the product."""
  slug: String!
  """Title of the product."""
  title: String!
  """URL of the cover image, if any."""
  coverImageUrl: String
  """How the member got it. ORDER if it was bought and is also included in a plan."""
  source: ProductSource!
  """Number of downloads of each file that the school allows; null if it is not limited."""
  downloadLimit: Int
  """The files, in order."""
  files: [ProductFile!]!
}

"""A file of a digital product."""
type ProductFile {
  """Id of the file, for requestDownload."""
  id: ID!
  """Name of the file."""
  name: String!
  """Size in bytes."""
  size: Float!
  """Number of downloads that are left; null if it is not limited."""
  downloadsLeft: Int
}

"""A link to a file. Keep it secret: it works for anyone who has it."""
type Download {
  """The URL of the file. It supports ranges, so that an interrupted download can go on."""
  url: String!
  """When the URL expires, 15 minutes after it was made."""
  expiresAt: DateTime!
  """Name of the file."""
  name: String!
  """Size in bytes."""
  size: Float!
  """Number of downloads that are left; null if it is not limited."""
  downloadsLeft: Int
}
${connectionTypes({ node: 'DigitalProduct', many: 'digital products', nodes: 'products', one: 'A digital product', short: 'product' })}`;

export function productResolvers({ clock, cursors, school: { account, memberDownloads } }: FastifyInstance) {
  async function digitalProducts(_: unknown, args: PageArguments, { member }: AccountContext) {
    const list = listOf('products', member);
    const request = readPage(cursors, list, args);
    const now = clock();
    return connectionOf(await memberDownloads.products(member, request, now), {
      request,
      toNode: ({ source, files, ...product }) => ({
        ...product,
        source: source.toUpperCase(),
        files: files.map(({ assetId: id, ...file }) => ({ id, ...file })),
      }),
      keyOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      toCursor: (key) => cursors.make(list, key),
      count: () => account.countOwnProducts(member, now),
    });
  }

  const requestDownload = (
    _: unknown,
    { productId, fileId }: { productId: string; fileId: string },
    { member, by }: AccountContext,
  ) => memberDownloads.request(member, { productId, assetId: fileId }, by);

  return { Viewer: { digitalProducts }, Mutation: { requestDownload } };
}
