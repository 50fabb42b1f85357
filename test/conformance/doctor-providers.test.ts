/** What `doctor deployment` finds at the OpenID providers of schools. */
import t, { type Test } from 'tap';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { documentHost, isDown } from '../support/document-host.ts';
import { run } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';
import { schoolProvider } from '../support/school-provider.ts';

t.setTimeout(120_000);
const DAY = 86_400_000;

t.test('doctor tries the provider of each school that offers one, and names a secret that ends', async (t) => {
  const [host, file, dataDir] = [await documentHost(t), databaseFile(t), temporaryFolder(t)];
  const { app } = await testApp(t, { databaseUrl: file.url, dataDir });
  const issuer = `https://localhost:${host.port}`;
  const provider = await schoolProvider(host, Date.now, issuer);
  const settings = { issuer, clientId: 'c', sealedSecret: null, secretEndsAt: Date.now() + DAY, domains: [] };
  const untested = {
    testedAt: null,
    testedBy: null,
    saysAuthTime: false,
    provesTwoFactors: false,
    createdAt: 1,
    updatedAt: 1,
  };
  await app.people.providerStore.add(
    {
      id: 'prv_1',
      siteId: RIVERSIDE.id,
      ...settings,
      joins: false,
      grantDays: 30,
      twoFactorAcr: null,
      matchUntil: null,
      ...untested,
    },
    { event: 'provider_changed', at: Date.now(), siteId: RIVERSIDE.id },
  );
  const diagnose = (allowed = issuer) =>
    verdictsOf(t, {
      ...{ DATABASE_URL: file.url, DATA_DIR: dataDir, SCHOOL_PROVIDERS: allowed, NODE_EXTRA_CA_CERTS: host.caFile },
    });
  t.strictSame(await diagnose(), [], 'nothing is said of one that is turned off');
  await file.edit("update sites set sign_in_by = 'offered' where id = ?", RIVERSIDE.id);
  const name = `${issuer} of ${RIVERSIDE.slug}`;
  const ending = `WARN the secret of ${RIVERSIDE.slug} ends on ${new Date(Date.now() + DAY).toISOString().slice(0, 10)}`;
  t.strictSame(await diagnose(), [`OK ${name} answers`, ending]);
  t.strictSame(await diagnose('off'), [`FAIL SCHOOL_PROVIDERS does not allow ${name}`, ending]);
  host.serve(`${issuer}/keys`, { keys: [] });
  t.match(await diagnose(), [`FAIL ${name} cannot be used: it publishes no keys`]);
  Object.assign(provider.metadata, { issuer: 'https://localhost' });
  t.match(await diagnose(), [`FAIL ${name} cannot be used: its metadata names another issuer`]);
  host.answer(`${issuer}/.well-known/openid-configuration`, isDown);
  await file.edit('update providers set secret_ends_at = ?', Date.now() - DAY);
  const [down, ended] = await diagnose();
  t.match(down, new RegExp(`^FAIL ${name} cannot be used: `));
  t.match(ended, /^FAIL the secret of riverside ended on /);
});

async function verdictsOf(t: Test, environment: Record<string, string>): Promise<string[]> {
  const { stdout, stderr } = await run(t, [COMMAND, 'doctor', 'deployment', '--json'], environment).ended;
  if (stdout === '') throw new Error(stderr);
  const verdicts: { check: string; result: string; says: string }[] = JSON.parse(stdout);
  return verdicts.filter(({ check }) => check === 'school sign-in').map(({ result, says }) => `${result} ${says}`);
}
