/**
 * Starts a server, and writes what V8 compiled of the program to a file.
 *   node compile.cjs <program> <output>
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { Script } = require('node:vm');

const [program, output] = process.argv.splice(2, 2);
const script = new Script(readFileSync(program, 'utf8'), { filename: 'schoolgate.cjs' });
script.runInThisContext()(require, program, dirname(program));

const { write } = process.stderr;
process.stderr.write = (text) => {
  if (/^Schoolgate is running/m.test(text)) {
    writeFileSync(output, script.createCachedData());
    process.exit(0);
  }
  return write.call(process.stderr, text);
};
