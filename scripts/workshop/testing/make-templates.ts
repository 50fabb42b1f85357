/** Creates the databases that tests start from, in the folder given as an argument, and in PostgreSQL if it runs. */
import { makeTemplates } from '../../../test/support/templates.ts';

const [folder = ''] = process.argv.slice(2);
await makeTemplates('sqlite', folder);
if (process.env.TEST_POSTGRES !== undefined) await makeTemplates('postgres', folder);
process.exit();
