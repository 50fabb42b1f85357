// sqlite
import t from 'tap';
import { validatePassword } from '../../schema/people/password-policy.ts';

const COMMON = new Set(['basketball', 'qwertyuiop', 'iloveyou', 'password', 'hunter2']);
const CONTEXT = ['Ana Lima', 'ana.lima@riverside.example', 'Riverside School', '学校'];

const judge = (password: string) => validatePassword(password, CONTEXT, (stem) => COMMON.has(stem));

t.test('a password has 10 to 128 characters, and an emoji counts as one of them [W29]', async (t) => {
  t.equal(judge(''), 'required');
  t.equal(judge('k7-Quz!pw'), 'too_short');
  t.equal(judge('😀😀😀😀😀'), 'too_short', 'not as UTF-16 counts them');
  t.equal(judge('ab3-'.repeat(31).concat('xyz!q')), 'too_long');
  t.equal(judge('k7-Quz!pwX'), undefined);
  t.equal(judge(`ab3-quiet rivers ${'Xy7 zq!'.repeat(15)}abcdef`), undefined, 'of 128');
});

t.test('a password needs no mix of character classes: spaces, digits or any script will do [W29]', async (t) => {
  for (const fine of [
    'seven quiet rivers',
    '              a  b',
    '7391648205',
    'ÄÖÜ äöü ß éè',
    '静かな七つの川のほとりで',
  ])
    t.equal(judge(fine), undefined, fine);
});

t.test('a common password is refused, also when it is extended in the usual ways [W29]', async (t) => {
  const bad = [
    'basketball',
    'BASKETBALL',
    'Basketball1987!',
    '12basketball',
    'qwertyuiop',
    'iloveyou!!',
    '!!password2026',
  ];
  for (const one of [...bad, 'passwordpassword', 'iloveyouiloveyou', 'Password-1234'])
    t.equal(judge(one), 'too_common', one);
  for (const one of ['aaaaaaaaaaaa', 'abababababab', 'abcabcabcabc', '123412341234', '----------'])
    t.equal(judge(one), 'too_common', one);
  t.equal(judge('my hunter2 basketball coach'), undefined, 'among other words it is one word of many');
});

t.test('a password built from the names of the person, the school or the product is refused [W29]', async (t) => {
  const bad = [
    'schoolgate1',
    'Schoolgate!!',
    'Ana Lima 2026',
    'analima-1990',
    'ANALIMA....',
    'riverside123',
    'ana.lima@riverside.example',
  ];
  for (const one of [...bad, 'lima-riverside', 'Riverside School 7', 'anaschoolgate', '学校1234567890']) {
    t.equal(judge(one), 'too_close', one);
  }
  for (const fine of ['riverside otters sing', 'limanova banana peel', 'schoolgates everywhere']) {
    t.equal(judge(fine), undefined, fine);
  }
  t.equal(
    validatePassword('seven quiet rivers', ['', ' ', '@', 'x'], () => false),
    undefined,
    'nothing known refuses nothing',
  );
});
