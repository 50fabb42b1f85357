// slow
/** How people are taken over from another program, and sign in with the password that it hashed. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { isImportable } from '../../schema/people/imported-password.ts';
import { UsageError } from '../../scripts/commands/usage.ts';
import { importPeople } from '../../scripts/commands/users/importing.ts';
import { type TestAppOptions, temporaryFolder, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { CHEAP_HASHES, HASHES, IMPORTED_PASSWORD as PASSWORD } from '../support/imported-hashes.ts';
import { ANA } from '../support/interaction.ts';
import { outcomeOf, withEmails } from '../support/with-emails.ts';

const DAY = 86_400_000;
async function service(t: Test, options: TestAppOptions = {}) {
  const { app, clock, file, logs } = await withEmails(t, options);
  const folder = temporaryFolder(t);
  const take = async (name: string, content: string, isTrial = false): Promise<string[]> => {
    writeFileSync(join(folder, name), content);
    const report = await importPeople(app, join(folder, name), { by: { name: 'Ola' }, isTrial });
    process.exitCode = undefined;
    return report.split('\n');
  };
  const enter = async (email: string, password: string): Promise<string> => {
    const browser = new Browser(app);
    await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password });
    return (await browser.get('/account')).url;
  };
  return { app, clock, file, logs, take, enter };
}

t.test('whoever is taken over signs in with the password of before, whose hash is then replaced', async (t) => {
  const { file, take, enter } = await service(t);
  const people = HASHES.map(([kind, password_hash], n) => ({ email: `p${n}@old.example`, name: kind, password_hash }));
  const report = await take('people.jsonl', people.map((row) => JSON.stringify(row)).join('\n'));
  t.equal(report.at(-1), `created ${HASHES.length}, joined 0, unchanged 0, refused 0`, report.join('\n'));
  const begun = performance.now();
  t.not(await enter('p0@old.example', 'wrong'), '/account');
  t.not(await enter('nobody@old.example', 'wrong'), '/account');
  t.ok(performance.now() - begun > 1900, 'a wrong password takes the same time whether or not there is an account');
  await file.run("update people set active = false where email_key = 'p1@old.example'");
  const disabledAt = performance.now();
  t.not(await enter('p1@old.example', PASSWORD), '/account');
  t.ok(performance.now() - disabledAt > 950, 'and the right password of a disabled account');
  await file.run("update people set active = true where email_key = 'p1@old.example'");
  const hashOf = (email: string) => file.read(`select password_hash from people where email_key = '${email}'`);
  for (const { email, name } of people) {
    t.match(await hashOf(email), /^imported:/);
    t.equal(await enter(email, PASSWORD), '/account', name);
    t.match(await hashOf(email), /^\$argon2id\$v=19\$m=\d+,t=\d+,p=1,keyid=/, name);
  }
  t.equal(await enter('p0@old.example', PASSWORD), '/account', 'and again with our own');
});

t.test('five guesses at once at one name are answered at the same times, whatever its hash', async (t) => {
  const { app, file, take } = await service(t, { oneNode: 'each node has answers of its own to wait with' });
  const bcrypt = HASHES[0]?.[1];
  const people = ['imported', 'disabled', 'own'].map((name) => ({
    email: `${name}@old.example`,
    name,
    password_hash: bcrypt,
  }));
  await take('people.jsonl', people.map((row) => JSON.stringify(row)).join('\n'));
  t.equal(await outcomeOf(app, 'own@old.example', PASSWORD), 'signed_in');
  await file.run("update people set active = false where email_key = 'disabled@old.example'");

  const begun = performance.now();
  const names = ['imported@old.example', 'disabled@old.example', 'own@old.example', 'nobody@old.example'];
  const times = await Promise.all(
    names.map(async (name) => {
      const answers = Array.from({ length: 5 }, async () => {
        t.equal(await outcomeOf(app, name, 'wrong'), 'wrong_credentials');
        return performance.now() - begun;
      });
      return (await Promise.all(answers)).toSorted((a, b) => a - b);
    }),
  );
  for (const [n, name] of names.entries()) {
    for (const [place, time] of times[n]?.entries() ?? []) {
      // No machine is so busy that an answer comes early. That none comes late is only seen in comparison.
      t.ok(time > (place + 1) * 1000 - 50, `${name}: answer ${place + 1} after ${Math.round(time)} ms`);
      const others = times.map((of) => of[place] ?? 0);
      t.ok(time - Math.min(...others) < 900, `${name}: answer ${place + 1} is not later than others`);
    }
  }
  const typedAt = performance.now();
  const guesses = Array.from({ length: 5 }, () => outcomeOf(app, 'imported@old.example', 'wrong'));
  t.equal(await outcomeOf(app, 'imported@old.example', PASSWORD), 'signed_in');
  t.ok(performance.now() - typedAt < 4500, 'the right password does not wait until the guesses are answered');
  await Promise.all(guesses);
});

t.test(
  'each line of a file is taken over whole or refused with the reason, and a second time nothing changes [E-48b]',
  async (t) => {
    const { file, take, enter } = await service(t);
    const csv = [
      'email,name,locale,school,role,password_hash',
      `new@old.example,"Nora, New",de,riverside,staff,${HASHES[0]?.[1]}`,
      `${ANA},Somebody Else,,riverside,admin,`,
      `${ANA},Somebody Else,,riverside,member,`,
      'bad,Bad,,,,',
      'a@old.example,A,,nowhere,,',
      'b@old.example,B,,,staff,',
      'c@old.example,C,,riverside,king,',
      'd@old.example,D,,,,5f4dcc3b5aa765d61d8327deb882cf99',
      'e@old.example,E,xx_!,riverside,,',
      'NEW@old.example,Twice,,riverside,,',
      'f@old.example,F,,\u001b]0;riverside,,',
      'plain@old.example,Plain,,,,',
    ].join('\n');
    const [created, refused] = [
      /^2 {2}created +new@old.example at riverside as staff$/,
      (n: number) => new RegExp(`^${n}  refused`),
    ];
    const trial = await take('people.csv', csv, true);
    t.match(trial[0], /^2 {2}would be created {2}new@old.example at riverside as staff$/);
    t.match(trial.at(-1), /^nothing was changed; would be: created 2, joined 0/);
    t.equal(await file.read("select count(*) from people where email_key like '%@old.example'"), 0);

    const report = await take('people.csv', csv);
    t.match(report[0], created);
    t.match(report[1], /^3 {2}refused +ana@riverside.example is at riverside already, active as member$/);
    for (const [place, why] of [
      [2, 'is in the file twice'],
      [3, 'email must be an e-mail address'],
      [4, 'no school has the slug nowhere'],
      [5, 'school is missing'],
      [6, 'role must be owner, admin, staff, instructor or member'],
      [7, 'password_hash is of an unknown kind'],
      [8, 'locale must be a language tag'],
      [9, 'is in the file twice'],
      [10, 'school must be the slug of a school'],
    ] as const) {
      t.match(report[place], refused(place + 2));
      t.match(report[place], why);
    }
    t.notMatch(report.join(), '5f4dcc3b5aa765d61d8327deb882cf99', 'no hash is repeated');
    t.notMatch(report.join(), '\u001b', 'nor anything that a terminal would obey');
    t.equal(report.at(-2), 'created 2, joined 0, unchanged 0, refused 10');
    const next = 'the person uses “Forgot your password?” at http://127.0.0.1:3000/sign-in';
    t.equal(report.at(-1), `1 new person has no password yet: ${next}`);
    t.equal(await enter('new@old.example', PASSWORD), '/account');
    const member = "person_id in (select id from people where email_key = 'new@old.example' and name = 'Nora, New')";
    t.equal(
      await file.read(`select role || ' ' || status || ' ' || locale from memberships where ${member}`),
      'staff active de',
    );
    t.equal(
      await file.read(`select count(*) from audit_events where event = 'account_imported' and target = 'operator/Ola'`),
      2,
    );

    const again = await take('people.csv', csv);
    t.match(again.at(-1), 'created 0, joined 0, unchanged 2, refused 10');
    const name = await file.read(`select name from people where email_key = '${ANA}'`);
    t.equal(name, 'Ana Lima', 'nobody who is there is changed');
    t.equal(
      (await take('one.json', JSON.stringify([{ email: ANA, name: 'X', school: 'riverside' }])))[0],
      `1  unchanged  ${ANA} has an account already`,
    );
  },
);

t.test('an imported hash is sealed, goes under another master key, and is deleted after 180 days', async (t) => {
  const [key, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const { app, clock, file, take, enter } = await service(t, { env: { MASTER_KEY: key } });
  const [, hash = ''] = HASHES[0] ?? [];
  const people = [0, 1, 2].map((n) => ({ email: `p${n}@old.example`, name: 'P', password_hash: hash }));
  t.match((await take('people.json', JSON.stringify(people))).at(-1), 'created 3');
  const stored = String(await file.read("select password_hash from people where email_key = 'p0@old.example'"));
  t.match(stored, /^imported:/);
  t.notMatch(Buffer.from(stored.slice('imported:'.length), 'base64url').toString('latin1'), hash.slice(7));
  const count = () => file.read("select count(*) from people where password_hash like 'imported:%'");

  const both = { MASTER_KEY: next, MASTER_KEY_PREVIOUS: key };
  const ofImports = async (app: FastifyInstance) =>
    (await app.reseal()).find(({ purpose }) => purpose === 'imported passwords');
  const { app: other } = await testApp(t, { databaseUrl: file.url, env: both });
  t.match(await ofImports(other), { resealed: 3, current: 0, unreadable: 0 });
  t.match(await ofImports(other), { resealed: 0, current: 3, unreadable: 0 });
  t.match(await ofImports(app), { unreadable: 3 }, 'the key before opens nothing any more');
  t.equal(await outcomeOf(other, 'p0@old.example', PASSWORD), 'signed_in');
  t.not(await enter('p1@old.example', PASSWORD), '/account', 'without the key, a hash matches nothing');
  t.equal(await count(), 2);

  await app.retention.batch(() => clock.now + 179 * DAY);
  t.equal(await count(), 2);
  await app.retention.batch(() => clock.now + 181 * DAY);
  t.equal(await count(), 0);
  t.equal(await outcomeOf(other, 'p1@old.example', PASSWORD), 'wrong_credentials');
  t.equal(await outcomeOf(other, 'p0@old.example', PASSWORD), 'signed_in', 'a hash of our own stays');
});

t.test('columns are separated by what the head line has: commas, semicolons or tabs', async (t) => {
  const { take, file } = await service(t);
  const nameOf = (email: string) => file.read('select name from people where email_key = ?', email);
  const formula = `=HYPERLINK("https://x.example";"a,b")`;
  const quoted = `"${formula.replaceAll('"', '""')}"`;
  for (const [name, separator] of [
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
  ] as const) {
    const line = (...cells: string[]) => `${cells.join(separator)}\r\n`;
    const lines = [
      // As Excel begins what it calls CSV UTF-8.
      `\ufeff${line('email', '"name"', 'school', 'role')}`,
      line(`one@${name}.example`, '"Lima, Ruth; B"', 'riverside', 'staff'),
      line(`two@${name}.example`, quoted, '', ''),
      line('', '', '', ''),
      line(`three@${name}.example`, separator === ',' ? 'R; B' : 'R, B', '', ''),
      line(`four@${name}.example`, 'R', ''),
    ];
    const trial = await take('people.csv', lines.slice(0, 5).join(''), true);
    t.match(trial.at(-1), 'nothing was changed; would be: created 3, joined 0, unchanged 0, refused 0');
    await take('people.csv', lines.slice(0, 5).join(''));
    t.equal(await nameOf(`one@${name}.example`), 'Lima, Ruth; B');
    t.equal(await nameOf(`two@${name}.example`), formula, 'a formula is text like any other');
    t.equal(await nameOf(`three@${name}.example`), separator === ',' ? 'R; B' : 'R, B');
    await t.rejects(take('people.csv', lines.join('')), { message: /people\.csv, line 6: 3 values, but 4 columns$/ });
  }
  await t.rejects(take('people.csv', 'email;name\nr@old.example;"R'), { message: /line 2: a quote is not closed/ });
  await t.rejects(take('people.csv', 'email;pasword\nr@old.example;x'), {
    message: /line 1: there is no column pasword; /,
  });
});

t.test('a head line with unknown columns is refused by itself', async (t) => {
  const { take } = await service(t);
  const refusal = (message: string) => ({ message: new RegExp(`people\\.csv, line 1: ${message}`) });
  await t.rejects(
    take('people.csv', 'email,name,pasword\nr@old.example,R,x'),
    refusal('there is no column pasword; .* email,'),
  );
  await t.rejects(
    take('people.csv', 'E-Mail,Name,School,Straße,Nach name,Phone 2,\nr@old.example,R,riverside,x,y,z,\nbad,,,,,,'),
    refusal('there is no column Straße, Nach name; column 6 has an unknown name; the columns are email, [^;]*$'),
  );
  const [row] = await take('people.csv', 'email,name\nruth@old.example,Ruth; B');
  t.match(row, /^2 {2}created/, 'a value may have one');
});

t.test('a report repeats neither the head of a file without one, nor a part that is not JSON', async (t) => {
  const { take } = await service(t);
  const secret = '5f4dcc3b5aa765d61d8327deb882cf99';
  for (const first of [`ruth@old.example,${secret}`, `name,${secret}`]) {
    const { message } = (await take('people.csv', `${first}\nida@old.example,b`).catch((error) => error)) as Error;
    t.match(
      message,
      /people\.csv, line 1: (?:none of its columns is known|column 2 has an unknown name).*; the columns are email, /,
    );
    t.notMatch(message, secret);
  }
  const broken = `[{ "email": "ruth@old.example", "password_hash": "${secret}" oops }]`;
  await t.rejects(take('people.json', broken), { message: /people\.json is not JSON$/ });
});

t.test('a file in another encoding is refused with how to save it', async (t) => {
  const { app } = await service(t);
  const folder = temporaryFolder(t);
  for (const [name, content, how] of [
    ['latin.csv', Buffer.from('email,name\nr@old.example,Renée\n', 'latin1'), 'CSV UTF-8'],
    ['book.xlsx', Buffer.from('504b0304ff00e9', 'hex'), 'CSV UTF-8'],
    ['latin.json', Buffer.from('["é"]', 'latin1'), 'UTF-8'],
  ] as const) {
    writeFileSync(join(folder, name), content);
    const given = importPeople(app, join(folder, name), { by: { name: 'Ola' }, isTrial: false });
    await t.rejects(given, { message: `${join(folder, name)} is not UTF-8 text: save it as ${how}` });
  }
});

t.test('a file with a value that is far too long is refused by its name and line', async (t) => {
  const { take } = await service(t);
  const long = 'a'.repeat(5_000_000);
  const row = (name: string) => `email,name\na@old.example,A\nr@old.example,${name}\n`;
  for (const [file, content] of [
    ['quoted.csv', row(`"${long}"`)],
    ['quotes.csv', row(`"${'""'.repeat(5_000_000)}"`)],
    ['open.csv', row(`"${long}`)],
    ['bare.csv', row(long)],
    ['lines.jsonl', `{}\n\n${JSON.stringify({ email: 'r@old.example', name: long })}`],
    ['list.json', JSON.stringify([{}, {}, { email: 'r@old.example', name: long }])],
  ] as const) {
    const error = (await take(file, content).catch((thrown) => thrown)) as Error;
    t.ok(error instanceof UsageError, file);
    t.match(
      error.message,
      new RegExp(`/${file}, line 3: a (?:value has more than 1000000 characters|quote is not closed.*)$`),
    );
  }
});

t.test('an import ends with what those without a password do next', async (t) => {
  const { take } = await service(t, { env: { SMTP_URL: 'off' } });
  const people = (...names: string[]) => ['email,name', ...names.map((name) => `${name}@old.example,X`)].join('\n');
  const two = people('a', 'b');
  t.notMatch((await take('people.csv', two, true)).join(), 'password', 'a trial makes no account');
  const next = 'schoolgate users send-reset <e-mail> prints a link to a new one, for you to pass on';
  t.equal((await take('people.csv', two)).at(-1), `2 new people have no password yet: ${next}`);
  t.equal((await take('people.csv', people('a', 'b', 'c'))).at(-1), `1 new person has no password yet: ${next}`);
  t.notMatch((await take('people.csv', two)).join(), 'password', 'nor is it said of those that were there');
});

t.test('an account that nobody has proved to own gets no membership by an import', async (t) => {
  const { take } = await service(t);
  const line = (school: string) => JSON.stringify({ email: 'head@old.example', name: 'Head', school });
  const first = await take('first.jsonl', [line('riverside'), line('harbour')].join('\n'));
  t.match(first.at(-2), 'created 1, joined 1, unchanged 0, refused 0', 'the lines of one file are about one person');
  const email = 'thief@old.example';
  await take('one.json', JSON.stringify([{ email, name: 'Thief', password_hash: HASHES[0]?.[1] }]));
  const other = [{ email, name: 'Principal', school: 'harbour', role: 'admin' }];
  t.match((await take('two.json', JSON.stringify(other)))[0], 'address was never confirmed; invite the person');
});

t.test('a hash that would take too long to verify, or is worth nothing, is refused', async (t) => {
  const salt = 'c2FsdHlzYWx0c2FsdHlz';
  const tag = 'A'.repeat(43);
  for (const hash of [
    `$2b$13$${'a'.repeat(53)}`,
    `$2b$07$${'a'.repeat(53)}`,
    `$2x$10$${'a'.repeat(53)}`,
    `$argon2id$v=19$m=262144,t=1,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=131072,t=5,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=4,t=1,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=512,t=0,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=1023,t=1,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=2048,t=1,p=0$${salt}$${tag}`,
    `pbkdf2_sha256$2000001$salt$${tag}=`,
    // The second block of the digest doubles the time.
    `pbkdf2_sha1$1000001$salt$${tag}=`,
    `pbkdf2_sha256$9999$salt$${tag}=`,
    'pbkdf2_sha256$10000$salt$AAAA',
    `pbkdf2_md5$10000$salt$${tag}=`,
    `scrypt$262144$salt$8$1$${tag}=`,
    `scrypt$1000$salt$16$1$${tag}=`,
    `scrypt$512$salt$8$1$${tag}=`,
    `scrypt$8192$salt$0$1$${tag}=`,
    `$scrypt$ln=21,r=8,p=1$${salt}$${tag}`,
    `$P$G${'a'.repeat(30)}`,
    `$P$8${'a'.repeat(30)}`,
    `$1$salt$${'a'.repeat(22)}`,
    `imported:$2b$10$${'a'.repeat(53)}`,
    '',
    'plain',
    `$argon2id$v=19$m=512,t=2,p=1$${salt}$${'A'.repeat(600)}`,
  ]) {
    t.notOk(isImportable(hash), hash);
  }
  for (const [kind, hash] of HASHES) t.ok(isImportable(hash), kind);
});

t.test(
  'a hash that was stored as it is, as before 1.0.0, is sealed at the start and works, however cheap',
  async (t) => {
    const env = { MASTER_KEY: randomBytes(32).toString('base64') };
    const { app, file, take } = await service(t, { env });
    const people = [...HASHES, ...CHEAP_HASHES].map(([kind, hash], n) => ({ kind, hash, email: `p${n}@old.example` }));
    await take('people.jsonl', people.map(({ email }) => JSON.stringify({ email, name: 'P' })).join('\n'));
    for (const { hash, email } of people) {
      await file.edit('update people set password_hash = ? where email_key = ?', `imported:${hash}`, email);
    }
    const [, ...others] = people;
    t.equal(await outcomeOf(app, 'p0@old.example', PASSWORD), 'signed_in', 'before it is sealed, too');
    const { app: next } = await testApp(t, { databaseUrl: file.url, seed: false, env });
    t.equal(Number(await file.read("select count(*) from people where password_hash like 'imported:%$%'")), 0);
    t.equal(
      Number(await file.read("select count(*) from people where password_hash like 'imported:%'")),
      others.length,
    );
    for (const { kind, email } of others) {
      t.equal(await outcomeOf(next, email, `not ${PASSWORD}`), 'wrong_credentials', kind);
      t.equal(await outcomeOf(next, email, PASSWORD), 'signed_in', kind);
    }
  },
);

t.test('a stored password that cannot be read is an error in the log, and not only a wrong one', async (t) => {
  const { app, file, logs, take } = await service(t);
  await take('people.jsonl', `{"email":"p@old.example","name":"P"}`);
  const own =
    '$argon2id$v=19$m=64,t=1,p=1,keyid=AAAAAAAAAAA$c2FsdHNhbHRzYWx0$rO3aF2rehKNLz4r+YlGpmlaqStnrEnA2I01eU1UtQRk';
  for (const stored of ['imported:AAAA', 'imported:$unknown$', 'imported:', own, '$argon3$of$tomorrow']) {
    await file.edit('update people set password_hash = ? where email_key = ?', stored, 'p@old.example');
    logs.length = 0;
    t.equal(await outcomeOf(app, 'p@old.example', PASSWORD), 'wrong_credentials', 'strangers learn nothing');
    t.match(logs.join(''), /"level":50.*"personId":"usr_.*the stored password of this person cannot be read/, stored);
  }
});
