/** Says when the newest backup in the backup folder was taken. */
import fp from 'fastify-plugin';
import { listBackups } from './backup-folder.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** @returns milliseconds since the epoch; `undefined` if there is no backup */
    readonly newestBackupAt: () => Promise<number | undefined>;
  }
}

export default fp(
  async (app) => {
    app.decorate('newestBackupAt', async () => (await listBackups(app.config.backupDir)).at(-1)?.at);
  },
  { name: 'newest-backup', dependencies: ['config'] },
);
