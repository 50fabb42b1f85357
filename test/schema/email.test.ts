// sqlite
import t from 'tap';
import { emailKey, isEmail } from '../../schema/text/email.ts';

t.test('an address has one key, however its accents are written and whatever the case [W61]', async (t) => {
  // The letter has an accented form in lower case only, so it is composed after the change of case.
  const spellings = ['H\u0331ugo@a.example', 'h\u0331ugo@a.example', '\u1e96ugo@a.example', ' H\u0331UGO@A.EXAMPLE '];
  for (const one of spellings) {
    t.equal(emailKey(one), '\u1e96ugo@a.example', JSON.stringify(one));
    t.equal(emailKey(emailKey(one)), emailKey(one), 'and the key of the key is the key');
  }
  t.ok(isEmail(emailKey('H\u0331ugo@a.example')));
});

t.test('no address looks like an encoded word, which some mail servers decode', async (t) => {
  for (const local of ['=?utf-8?q?ana=40b.example=3e?=', 'x=?utf-8?b?YQ==?=', '=\uff1futf-8\uff1fq\uff1fa\uff1f=']) {
    t.notOk(isEmail(emailKey(`${local}@a.example`)), local);
  }
  t.ok(isEmail('ana=b.example?x@a.example'));
});
