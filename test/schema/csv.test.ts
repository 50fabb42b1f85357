// sqlite
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import { csvLine } from '../../schema/data/csv.ts';
import { holds } from '../support/property.ts';

/** The cells of one line, by the grammar of the standard (RFC 4180 §2). */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (;;) {
    const [, quoted, plain, end] = cell.exec(line) ?? [];
    if (end === undefined) throw new Error('not RFC 4180');
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') return cell.lastIndex === line.length ? cells : cells.concat('more than one line');
  }
}

/** A formula at the beginning of what any spreadsheet takes for a cell. */
const FORMULA_ANYWHERE = /(?:^|[;,\t\r\n])[\s"]*[=+\-@＝＋－＠]/;
/** What looks like one that is guarded already gets another guard, so that reading can take one away. */
const GUARDED_ANYWHERE = /(?:^|[;,\t\r\n])[\s"]*'*[=+\-@＝＋－＠]/;
const DANGEROUS = [...'=+-@＝＋－＠;,\t\r\n "\'ax'];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...DANGEROUS)).map((some) => some.join('')),
);

t.test('a CSV line gives back every cell, with only apostrophes added against formulas [RFC 4180 §2]', async (t) => {
  await holds(
    t,
    fc.property(fc.array(text, { minLength: 1 }), (cells) => {
      const back = cellsOf(csvLine(cells));
      const bare = (cell: string): string => cell.replaceAll("'", '');
      assert.deepEqual(back.map(bare), cells.map(bare), 'apostrophes are all that is added');
      assert.ok(!back.some((cell) => FORMULA_ANYWHERE.test(cell)), 'nothing is left to run');
      assert.equal(
        back.filter((cell, n) => cell !== cells[n]).length,
        cells.filter((cell) => GUARDED_ANYWHERE.test(cell) || /^'*[\t\r]/.test(cell)).length,
        'and only where there is something to guard',
      );
    }),
    { runs: 200 },
  );
});

t.test('a cell that a spreadsheet would run as a formula gets an apostrophe; a number does not [W17]', async (t) => {
  t.equal(csvLine(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1']), `'=1+1,'+1,'-1,'@x,'\t'=1,"'\r'=1"\r\n`);
  t.equal(csvLine(['＝1', '＋1', '－1', '＠x', ' =1']), "'＝1,'＋1,'－1,'＠x, '=1\r\n", 'as Japanese programs read it');
  t.equal(csvLine(['a;=1', 'a; "@x"', 'a\t+1']), `a;'=1,"a; ""'@x""",a\t'+1\r\n`, 'apart at semicolons and tabs');
  t.equal(csvLine(['a,=1', 'a\n-1']), `"a,'=1","a\n'-1"\r\n`, 'and where quotation marks hold nothing together');
  t.equal(csvLine(['a-b', 'c_1 -x', '1+1=2', 'a;b']), 'a-b,c_1 -x,1+1=2,a;b\r\n', 'anywhere else it stays');
  t.equal(csvLine([-5, null, 'a,b', 'say "x"']), '-5,,"a,b","say ""x"""\r\n');
});
