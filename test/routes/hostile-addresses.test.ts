// slow
/** Where metadata documents are fetched from, and from where never: the names, the addresses and the URLs of an attacker. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import t, { type Test } from 'tap';
import { internet } from '../../plugins/http/guarded-request.ts';
import { loadConfig } from '../../plugins/settings/config.ts';
import { BASE, temporaryFolder, testApp } from '../support/app.ts';
import { ask, documentFor, documentHost, isTaken, PUBLIC_ADDRESS, refusedUniformly } from '../support/document-host.ts';
import { BEHIND_HTTPS } from '../support/settings.ts';

const OPEN = { CIMD_OPEN_REGISTRATION: 'on' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The special-purpose IPv4 and IPv6 addresses in the registries of IANA, and what was special before [RFC 6890 §2.2]. */
const SPECIAL_USE: Readonly<Record<string, string>> = {
  '0.0.0.0/8': 'this network',
  '10.0.0.0/8': 'private use',
  '100.64.0.0/10': 'shared by carriers',
  '127.0.0.0/8': 'loopback',
  '168.63.129.16/32': 'services of Azure for its machines',
  '169.254.0.0/16': 'link local, and the metadata service of clouds',
  '172.16.0.0/12': 'private use',
  '192.0.0.0/24': 'protocol assignments',
  '192.0.2.0/24': 'documentation',
  '192.31.196.0/24': 'AS112',
  '192.52.193.0/24': 'AMT',
  '192.88.99.0/24': '6to4 relays',
  '192.168.0.0/16': 'private use',
  '192.175.48.0/24': 'AS112',
  '198.18.0.0/15': 'benchmarks',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '224.0.0.0/4': 'multicast',
  '240.0.0.0/4': 'reserved',
  '255.255.255.255/32': 'broadcast',
  '::/128': 'unspecified',
  '::1/128': 'loopback',
  '::/96': 'IPv4-compatible',
  '::ffff:0:0/96': 'IPv4-mapped',
  '::ffff:7f00:0/104': 'IPv4-mapped loopback',
  '::ffff:0:0:0/96': 'IPv4-translated',
  '64:ff9b::/96': 'NAT64',
  '64:ff9b::a9fe:0/112': 'NAT64 of link local',
  '64:ff9b:1::/48': 'NAT64, local use',
  '100::/64': 'discard',
  '100:0:0:1::/64': 'dummy prefix',
  '2001::/23': 'protocol assignments',
  '2001::/32': 'Teredo',
  '2001:1::/64': 'anycast of port control, TURN and DNS-SD',
  '2001:2::/48': 'benchmarks',
  '2001:3::/32': 'AMT',
  '2001:4:112::/48': 'AS112',
  '2001:10::/28': 'ORCHID',
  '2001:20::/28': 'ORCHIDv2',
  '2001:30::/28': 'drone identifiers',
  '2001:db8::/32': 'documentation',
  '2002::/16': '6to4',
  '2002:7f00::/24': '6to4 of loopback',
  '2002:a00::/24': '6to4 of private use',
  '2620:4f:8000::/48': 'AS112',
  '3fff::/20': 'documentation',
  '5f00::/16': 'segment routing',
  'fc00::/7': 'unique local',
  'fe80::/10': 'link local',
  'fec0::/10': 'site local',
  'ff00::/8': 'multicast',
  // Nobody was given these: no host can be there.
  '4000::/3': 'unassigned',
  'e000::/4': 'unassigned',
};

/** The neighbours of the ranges above, and well-known hosts. */
const PUBLIC = [
  ['1.0.0.0', '1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0'],
  ['192.0.3.0', '192.31.195.255', '192.31.197.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0'],
  ['198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ['2001:200::', '2001:4860:4860::8888', '2001:db7:ffff::1', '2001:db9::', '2003::1', '2400:cb00::1'],
  ['2606:4700:4700::1111', '2606:4700:4700:0:0:0:0.0.17.17', '2620:4f:7fff::1', '2620:4f:8001::', '2A00:1450::200E'],
].flat();

/** What a name server might say to be read in one way here and in another by the system. */
const ODD_SPELLINGS = [
  ['', '.', 'localhost', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '127.0.0.1.'],
  [
    ' 127.0.0.1',
    '127.0.0.1 ',
    '127.0.0.1\0',
    '127.0.0.1/32',
    '8.8.8.8:80',
    '８.８.８.８',
    '08.8.8.8',
    '8.8.8',
    '256.1.1.1',
  ],
  ['::1%lo', 'fe80::1%eth0', '2606:4700:4700::1111%lo', '2606:4700:4700::1111%25lo', '[::1]', '[2606:4700:4700::1111]'],
  ['::FFFF:127.0.0.1', '::ffff:8.8.8.8', '0:0:0:0:0:FFFF:7F00:1', '::127.0.0.1', '::8.8.8.8', '::ffff:0:127.0.0.1'],
  ['64:ff9b::127.0.0.1', '64:ff9b:1::10.0.0.1', '0000:0000:0000:0000:0000:0000:0000:0001', '2606:4700::1::1', ':::1'],
].flat();

function bitsOf(address: string): { value: bigint; length: 32 | 128 } {
  if (!address.includes(':')) {
    return { value: address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n), length: 32 };
  }
  const [head = '', tail = ''] = address.split('::');
  const groups = (part: string): string[] => part.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0');
  const all = address.includes('::') ? [...groups(head), ...zeros, ...groups(tail)] : groups(head);
  return { value: all.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n), length: 128 };
}

const spelled = (value: bigint, length: 32 | 128): string =>
  length === 32
    ? [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
    : Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 65_535n).toString(16)).join(':');

/** The first, the middle and the last address of a range. */
function edgesOf(range: string): string[] {
  const [address = '', prefix] = range.split('/');
  const { value, length } = bitsOf(address);
  const size = 1n << BigInt(length - Number(prefix));
  return [...new Set([value, value + size / 2n, value + size - 1n])].map((edge) => spelled(edge, length));
}

/** An app whose documents come from names that mean what the test says. */
async function hostile(t: Test, env: Record<string, string> = OPEN) {
  const host = await documentHost(t);
  const { app, clock, logs } = await testApp(t, { network: host.network, env, seed: false });
  let count = 0;
  const fresh = (name = 'host.example'): string => {
    count += 1;
    const url = `https://${name}/client-${count}`;
    host.serve(url, documentFor(url));
    return url;
  };
  return { app, clock, fresh, host, lastLog: () => logs.findLast((line) => line.includes('request refused')) ?? '' };
}

t.test('a host that resolves to a special-use address is not connected to [RFC 6890 §2.2, F14]', async (t) => {
  const { app, fresh, host, lastLog } = await hostile(t);
  for (const [range, use] of Object.entries(SPECIAL_USE)) {
    for (const address of edgesOf(range)) {
      host.resolveTo('host.example', [address]);
      refusedUniformly(t, await ask(app, fresh()), `${address} (${range}, ${use})`);
      t.match(lastLog(), `resolves to ${address}, which is not a public address`, `${address}: the operator reads why`);
    }
  }
  for (const address of ODD_SPELLINGS) {
    host.resolveTo('host.example', [address]);
    refusedUniformly(t, await ask(app, fresh()), JSON.stringify(address));
  }
  t.same(host.dialled, [], 'nothing was dialled');
  t.equal(host.requests.length, 0);
});

t.test('connections go to the resolved public address, after a single lookup [F14]', async (t) => {
  const { app, fresh, host } = await hostile(t);
  for (const address of PUBLIC) {
    host.resolveTo('host.example', [address]);
    t.ok(isTaken(await ask(app, fresh())), address);
  }
  t.same(host.dialled, PUBLIC);
  t.equal(host.resolved.length, PUBLIC.length, 'one lookup each');
});

t.test('one private address among several is enough for a host to be refused [F14]', async (t) => {
  const { app, fresh, host } = await hostile(t);
  const sets: Readonly<Record<string, readonly string[]>> = {
    'public, then private': [PUBLIC_ADDRESS, '10.0.0.1'],
    'private, then public': ['192.168.1.1', PUBLIC_ADDRESS],
    'IPv4 public, IPv6 loopback': [PUBLIC_ADDRESS, '::1'],
    'IPv6 public, IPv4 loopback': ['2606:4700:4700::1111', '127.0.0.1'],
    'many public, the cloud last': [...Array.from({ length: 50 }, (_, n) => `93.184.215.${n}`), '169.254.169.254'],
    'an alias (CNAME) of an inside name, both addresses': ['172.20.0.5', 'fd00::5'],
    'an alias (CNAME) of localhost': ['127.0.0.1', '::1'],
  };
  for (const [title, addresses] of Object.entries(sets)) {
    host.resolveTo('host.example', addresses);
    refusedUniformly(t, await ask(app, fresh()), title);
  }
  host.resolveTo('host.example', []);
  refusedUniformly(t, await ask(app, fresh()), 'no address at all');
  host.resolveTo('host.example', () => Promise.reject(new Error('queryA ENOTFOUND host.example')));
  refusedUniformly(t, await ask(app, fresh()), 'no such name');
  t.same(host.dialled, []);
});

t.test('against DNS rebinding, a name is resolved once per fetch for the connection [F14]', async (t) => {
  const { app, clock, fresh, host } = await hostile(t);
  const url = fresh('rebind.example');
  host.resolveTo('rebind.example', [PUBLIC_ADDRESS], ['127.0.0.1']);
  t.ok(isTaken(await ask(app, url)));
  t.same(host.resolved, ['rebind.example'], 'one lookup');
  t.same(host.dialled, [PUBLIC_ADDRESS]);

  clock.advance(HOUR + 1);
  refusedUniformly(t, await ask(app, url), 'the second fetch');
  t.same(host.resolved, ['rebind.example', 'rebind.example']);
  t.same(host.dialled, [PUBLIC_ADDRESS], 'and 127.0.0.1 was not dialled');

  const several = ['93.184.215.20', '93.184.215.21', '2606:4700:4700::1111'];
  host.resolveTo('several.example', several, ['127.0.0.1']);
  t.ok(isTaken(await ask(app, fresh('several.example'))));
  t.equal(host.dialled.length, 2, 'one connection');
  t.ok(several.includes(host.dialled[1] ?? ''), 'to an address that was checked');
});

t.test('on the real network no fetch connects to a server on a loopback address [F14]', async (t) => {
  let heard = 0;
  const listen = async (address: string): Promise<number | undefined> => {
    const server = createServer((socket) => {
      heard += 1;
      socket.destroy();
    });
    server.listen(0, address);
    const isListening = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    t.teardown(() => server.close());
    return isListening ? (server.address() as AddressInfo).port : undefined;
  };
  const v4 = await listen('127.0.0.1');
  const v6 = await listen('::1');
  const names = ['localhost', 'localhost.localdomain', 'ip6-localhost', '127.0.0.1', hostname()].filter((name) =>
    /^[a-z0-9.-]*[a-z0-9]$/.test(name),
  );
  const urls = [v4, v6].flatMap((port) => (port === undefined ? [] : names.map((name) => `https://${name}:${port}/c`)));
  const env = { CIMD_ALLOWED_HOSTS: urls.map((url) => new URL(url).host).join(',') };
  const { app } = await testApp(t, { network: internet, env, seed: false });
  // No more at once than are fetched of unknown clients.
  for (let from = 0; from < urls.length; from += names.length) {
    const some = urls.slice(from, from + names.length);
    const answers = await Promise.all(some.map((url) => ask(app, url)));
    for (const [index, answer] of answers.entries()) refusedUniformly(t, answer, some[index] ?? '');
  }

  // The same with name servers that say it outright, and the real way to connect.
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '::']) {
    const network = { ...internet, resolve: async (): Promise<string[]> => [address] };
    const { app } = await testApp(t, { network, env: { CIMD_ALLOWED_HOSTS: `inside.example:${v4}` }, seed: false });
    refusedUniformly(t, await ask(app, `https://inside.example:${v4}/c`), address);
  }
  t.equal(heard, 0, 'no connection');

  const developing = { ...env, CIMD_ALLOW_LOOPBACK: 'on' };
  const { app: lenient } = await testApp(t, { network: internet, env: developing, seed: false });
  refusedUniformly(t, await ask(lenient, `https://localhost:${v4}/c`), 'whoever hangs up');
  t.equal(heard, 1, 'the count would have shown it');
});

t.test('CIMD_ALLOW_LOOPBACK lets in listed loopback names only, without a DNS lookup [F14]', async (t) => {
  const host = await documentHost(t);
  const { port } = host;
  const env = {
    CIMD_ALLOWED_HOSTS: `localhost:${port},dev.example:${port},claude.ai`,
    CIMD_OPEN_REGISTRATION: 'on',
    CIMD_ALLOW_LOOPBACK: 'on',
  };
  const { app } = await testApp(t, { network: internet, env, seed: false });
  const url = `https://localhost:${port}/client`;
  host.serve(url, documentFor(url));
  t.ok(isTaken(await ask(app, url)), 'over the real network');
  t.equal(host.requests.length, 1);

  const { app: other } = await testApp(t, { network: host.network, env, seed: false });
  for (const name of [`dev.example:${port}`, 'claude.ai', 'localhost', '127.0.0.1']) {
    host.resolveTo(name.replace(/:.*/, ''), ['127.0.0.1']);
    refusedUniformly(t, await ask(other, `https://${name}/client`), name);
  }
  refusedUniformly(t, await ask(other, `https://localhost:${port + 1}/client`), 'another port');
  t.same(host.dialled, []);
  host.resolved.length = 0;
  t.ok(isTaken(await ask(other, url)), 'and the listed one');
  t.same(host.dialled, ['127.0.0.1']);
  t.same(host.resolved, [], 'without asking a name server');
});

t.test('CIMD_ALLOW_LOOPBACK is a configuration error with an https base URL [F14]', async (t) => {
  const settings = { DATA_DIR: temporaryFolder(t), MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
  for (const BASE_URL of ['https://school.example', 'https://localhost:8443']) {
    t.throws(() => loadConfig({ ...settings, BASE_URL, CIMD_ALLOW_LOOPBACK: 'on' }), /CIMD_ALLOW_LOOPBACK/, BASE_URL);
  }
  t.equal(loadConfig({ ...settings, ...BEHIND_HTTPS, BASE_URL: 'https://school.example' }).cimd.allowLoopback, false);
  t.equal(loadConfig({ ...settings, BASE_URL: BASE, CIMD_ALLOW_LOOPBACK: 'on' }).cimd.allowLoopback, true);
});
