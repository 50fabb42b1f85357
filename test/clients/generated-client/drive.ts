/**
 * Drives every resource of the admin API, and says on standard output what was called, one line of JSON for each family.
 *   TOKEN=… node test/clients/generated-client/drive.ts http://127.0.0.1:3000
 */
import { type Call, connect } from './client.ts';
import { FAMILIES } from './families/index.ts';

const [address] = process.argv.slice(2);
const { TOKEN: token } = process.env;
if (address === undefined || token === undefined) throw new Error('say where the server is, and TOKEN');

for (const [family, drive] of Object.entries(FAMILIES)) {
  const calls: Call[] = [];
  const failure = await drive(connect(address, token, (call) => calls.push(call))).then(
    () => null,
    (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  console.log(JSON.stringify({ family, calls, failure }));
}
