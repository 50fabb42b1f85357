/** `npm run migrate`: brings the tables up to date without serving. `npm start` does the same by itself. */
import { openApp } from './process.ts';

const app = await openApp();
app.log.info('the database is up to date');
await app.close();
