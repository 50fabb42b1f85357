/** Makes the databases that tests start from, in the folder that the argument names, and in PostgreSQL where it runs. */
import { makeTemplates } from '../../test/support/templates.ts';

const [folder = ''] = process.argv.slice(2);
await makeTemplates('sqlite', folder);
if (process.env.TEST_POSTGRES !== undefined) await makeTemplates('postgres', folder);
process.exit();
