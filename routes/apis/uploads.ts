/** Receives and sends uploaded files at URLs that contain their own permission. */
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RowIn } from '../../plugins/school/stores.ts';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import { roleMayGrant } from '../../schema/oauth/scope.ts';
import { whyGrantEnded } from '../../schema/oauth/token.ts';
import { dispositionOf, mediaTypeOf, rangeOf } from '../../schema/school/upload.ts';
import { conditionOf } from '../cached-document.ts';

/** A file that a browser displays as a page of this origin must not run scripts, load anything, or be framed. */
const FILE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";

const uploading = new WeakSet<Socket>();

/** Returns whether an upload is in progress on a socket. Uploads may be slow, and have their own time limits. */
export const isUploading = (socket: Socket): boolean => uploading.has(socket);

/** The body is a stream. Fastify provides none if the request has no content type. */
type Purpose = 'download' | 'grant' | 'person' | 'lecture';

interface FileRoute {
  Params: { siteId: string; assetId: string };
  /** A repeated parameter is a list. */
  Querystring: { [Name in Purpose]?: string | string[] };
  Body: Readable | undefined;
}

type Asset = RowIn<'assets'> & { readonly assetId: string };

export default async function uploads(app: FastifyInstance): Promise<void> {
  const { volumeLimit } = app;
  const uploadLimit = volumeLimit(REQUESTS_PER_MINUTE.uploads, 60_000);
  const downloadLimit = volumeLimit(REQUESTS_PER_MINUTE.downloads, 60_000);
  const url = '/uploads/:siteId/:assetId';
  const config = { crossOrigin: 'resource' } as const;
  const assets = new WeakMap<FastifyRequest<FileRoute>, Asset>();

  app.removeAllContentTypeParsers();
  // The storage reads the stream itself, in order.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, request, reply) => reply.send(app.errorBody(app.refuse(error, request, reply))));

  // The URL is checked before the body is read, so that unauthorized callers cannot make the server read a body.
  app.route<FileRoute>({
    method: 'PUT',
    url,
    config,
    onRequest: async (request, reply) => {
      uploadLimit.takeFrom(request, reply);
      assets.set(request, await requireAnnounced(app, request));
    },
    handler: async (request, reply) => {
      const asset = assets.get(request);
      if (asset === undefined) throw new Error('the onRequest hook did not run');
      return receive(app, asset, request, reply);
    },
  });
  app.route<FileRoute>({
    method: ['GET', 'HEAD'],
    url,
    config,
    handler: async (request, reply) => {
      downloadLimit.takeFrom(request, reply);
      return send(app, request, reply);
    },
  });
}

async function requireAsset(
  app: FastifyInstance,
  method: 'GET' | 'PUT',
  { params, query }: FastifyRequest<FileRoute>,
  status: string,
): Promise<Asset> {
  const { memberDownloads, records, sites } = app.school;
  const { siteId, assetId } = params;
  const cover = method === 'GET' && Object.keys(query).length === 0 && (await coverAt(app, params));
  if (cover) return cover;
  const purpose = once(query);
  if (purpose === undefined || !app.signedUrls.isGood({ method, siteId, assetId, ...purpose }, query)) {
    throw new OAuthError('url_not_signed');
  }
  const { download, grant, person, lecture } = purpose;
  const isOfLecture = lecture !== undefined && person !== undefined;
  if (!(await hasAccess(app, siteId, { grant, person }, isOfLecture))) throw new OAuthError('grant_ended.file');
  const mayFetch =
    (download === undefined || (await memberDownloads.mayFetch(download, siteId, assetId))) &&
    (!isOfLecture || (await memberDownloads.lectureFile({ siteId, personId: person }, lecture))?.id === assetId);
  if (!mayFetch) throw new OAuthError('download_ended');
  const row = await records('assets').find(siteId, assetId);
  if (row === undefined || !(await sites.isOpen(siteId)))
    throw new OAuthError('malformed_request.file', {}, { status: 404 });
  if (row.status !== status) throw new OAuthError('upload_settled.status', { status: row.status });
  return { ...row, assetId };
}

/** The file, if it is a picture that everyone may see. */
async function coverAt(
  { school: { covers, records, sites } }: FastifyInstance,
  file: FileRoute['Params'],
): Promise<Asset | undefined> {
  if (!(await covers.has(file)) || !(await sites.isOpen(file.siteId))) return undefined;
  const row = await records('assets').find(file.siteId, file.assetId);
  return row && { ...row, assetId: file.assetId };
}

/** What a URL was made for, and nothing else that its query says; `undefined` if a parameter is repeated. */
function once({ download, grant, person, lecture }: FileRoute['Querystring']) {
  const purpose = { download, grant, person, lecture };
  return Object.values(purpose).some(Array.isArray) ? undefined : (purpose as Partial<Record<Purpose, string>>);
}

/**
 * Returns whether the grant and the person for which a URL was made could still ask for it.
 * @param isOfLecture whether being a member is enough
 */
async function hasAccess(
  { clock, config, oauth: { codes }, people: { persons } }: FastifyInstance,
  siteId: string,
  { grant, person }: { grant: string | undefined; person: string | undefined },
  isOfLecture: boolean,
): Promise<boolean> {
  if (person !== undefined) {
    const isActive = (await persons.find(person))?.active === true;
    const member = isActive && (await persons.membershipsOf(person)).find((one) => one.siteId === siteId);
    return member !== false && member !== undefined && (isOfLecture || roleMayGrant(member, 'storage:write'));
  }
  if (grant === undefined) return true;
  const made = (await codes.find(Number(grant)))?.grant;
  const hasEnded = made === undefined || whyGrantEnded(made, config.baseUrl, clock()) !== undefined;
  return !hasEnded && roleMayGrant(made, 'storage:write');
}

async function requireAnnounced(app: FastifyInstance, request: FastifyRequest<FileRoute>): Promise<Asset> {
  const asset = await requireAsset(app, 'PUT', request, 'pending');
  const { headers } = request;
  if (mediaTypeOf(headers['content-type']) !== asset.contentType) {
    throw new OAuthError('unsupported_media_type.file', { type: asset.contentType }, { status: 415 });
  }
  const length = headers['content-length'];
  if (length !== undefined && Number(length) !== asset.size) {
    const status = Number(length) > asset.size ? 413 : 400;
    throw new OAuthError('upload_unfit.size', { size: asset.size }, { status });
  }
  return asset;
}

async function receive(
  app: FastifyInstance,
  asset: Asset,
  request: FastifyRequest<FileRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { storage } = app.school;
  const { socket } = request.raw;
  uploading.add(socket);
  try {
    const { size, contentType, checksumSha256: announced } = asset;
    const expected = { size, contentType, checksum: announced };
    const checksum = await storage.receive(asset, request.body ?? request.raw, expected);
    if (!(await keep(app, asset, checksum, request))) await settle(app, asset, checksum);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    uploading.delete(socket);
  }
  return reply.code(204).header('cache-control', 'no-store').send();
}

/** Stores the result of an upload. @returns false if the file was deleted or changed in the meantime */
function keep(
  { clock, originOf, school: { records } }: FastifyInstance,
  { siteId, assetId, ...asset }: Asset,
  checksumSha256: string,
  request: FastifyRequest<FileRoute>,
): Promise<boolean> {
  const now = clock();
  const updatedAt = Math.max(now, asset.updatedAt + 1);
  const event = {
    event: 'resource_changed',
    at: now,
    siteId,
    personId: asset.uploadedBy,
    target: `asset/${assetId}`,
    requestId: request.id,
    ...originOf(request),
  } as const;
  return records('assets').update(siteId, assetId, { checksumSha256, updatedAt }, event, { seen: asset.updatedAt });
}

/**
 * Decides about a file whose asset was completed, rejected or deleted before its checksum was stored.
 * @throws {OAuthError} unless it was completed with this very file
 */
async function settle(
  { school: { records, storage } }: FastifyInstance,
  { siteId, assetId }: Asset,
  checksum: string,
): Promise<void> {
  const asset = await records('assets').find(siteId, assetId);
  // A file that was released stays, also if it came by way of another node.
  if (asset?.status === 'ready') await storage.discard({ siteId, assetId });
  else await storage.remove({ siteId, assetId });
  if (asset?.status === 'ready' && asset.checksumSha256 === checksum) return;
  if (asset === undefined) throw new OAuthError('upload_settled.deleted');
  throw new OAuthError('upload_settled.status', { status: asset.status });
}

async function send(
  app: FastifyInstance,
  request: FastifyRequest<FileRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { storage } = app.school;
  const asset = await requireAsset(app, 'GET', request, 'ready');
  const size = await storage.sizeOf(asset);
  if (size === undefined) throw new OAuthError('malformed_request.file', {}, { status: 404 });
  // A file never changes once it can be downloaded.
  const etag = `"${asset.assetId}"`;
  const { range: asked, 'if-range': validator = etag } = request.headers;
  // RFC 9110 §14.2, §13.1.5: a range is about GET, and only about the file that the client knows.
  const range = request.method === 'GET' && validator === etag ? rangeOf(asked, size) : undefined;
  const condition = conditionOf(request, etag);
  if (condition === 412) throw new OAuthError('malformed_request.condition', {}, { status: 412 });
  reply.headers({
    etag,
    'cache-control': 'private, no-store',
    'content-security-policy': FILE_POLICY,
    'accept-ranges': 'bytes',
  });
  if (condition === 304) return reply.code(304).send();
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
  reply.headers({
    'content-type': asset.contentType,
    'content-disposition': dispositionOf(asset.contentType, asset.filename),
    'content-length': range === undefined ? size : range.last - range.first + 1,
  });
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
  return request.method === 'HEAD' ? reply.send() : reply.send(await storage.read(asset, range));
}

const STATUS: Readonly<Record<string, number>> = {
  too_large: 413,
  content: 415,
  stalled: 408,
  no_space: 507,
};

function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error && error.name === 'UploadError' && 'why' in error)) return error;
  const values = { fault: error.message };
  if (error.why === 'settled') return new OAuthError('upload_settled.fault', values);
  return new OAuthError('upload_unfit.fault', values, { status: STATUS[String(error.why)] ?? 400 });
}
