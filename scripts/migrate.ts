/** `npm run migrate`: migrates the database without serving. `npm start` also migrates it. */
import { openApp } from './process.ts';

const app = await openApp();
app.log.info('the database is up to date');
await app.close();
