/**
 * Without a mail server, e-mails are files in a folder. They contain live links, so they are deleted when no link in them
 * can be valid any more.
 */
import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { MAIL_LINK_LIFETIME } from '../../schema/people/mail-link.ts';
import { makeFolder } from '../../schema/program/folders.ts';
import { tidyHourly } from '../running/old-files.ts';

const LONGEST_LINK = Math.max(...Object.values(MAIL_LINK_LIFETIME));
const OWN_FILES = /\.eml(\.part)?$/;

const folderOf = ({ config }: FastifyInstance): string => join(config.dataDir, 'mail');

/** Writes an e-mail to a file that mail programs can open and other users cannot read. */
export async function keepInFolder(app: FastifyInstance, message: Buffer | NodeJS.ReadableStream): Promise<void> {
  const folder = folderOf(app);
  makeFolder(folder, 'set DATA_DIR to another folder');
  const written = new Date(app.clock()).toISOString().replaceAll(':', '-');
  const file = join(folder, `${written}-${randomBytes(4).toString('hex')}.eml`);
  // Renaming makes sure that a program that watches the folder finds complete files only.
  await writeFile(`${file}.part`, message, { flag: 'wx', mode: 0o600 });
  await rename(`${file}.part`, file);
  app.log.info({ file }, 'an e-mail was written to a file, because SMTP_URL is not set');
}

/** Deletes e-mails whose links have all expired, also those from before a mail server was set. */
export const tidyMailFolder = (app: FastifyInstance): void =>
  tidyHourly(app, { folder: folderOf(app), keptMs: LONGEST_LINK, which: OWN_FILES });
