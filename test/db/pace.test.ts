import t from 'tap';
import { pacing } from '../../db/running/pace.ts';

t.test('a batch of housekeeping gets smaller when the last one took long, and larger when it did not [F32]', (t) => {
  const pace = pacing();
  const first = pace.rows;
  pace.took(80);
  t.ok(pace.rows < first / 2);
  const slow = pace.rows;
  pace.took(1);
  t.ok(pace.rows > slow);
  for (let batch = 0; batch < 20; batch += 1) pace.took(0);
  t.equal(pace.rows, 500, 'never more');
  for (let batch = 0; batch < 20; batch += 1) pace.took(1000);
  t.equal(pace.rows, 25, 'and always some');
  t.end();
});
