/** The main script of the executable: starts the program, with what V8 compiled while the executable was made. */
const { getAsset, getRawAsset } = require('node:sea');
const { dirname } = require('node:path');
const { Script } = require('node:vm');
const withLessMemory = require('../../commands/memory.cjs');

withLessMemory(process.argv.slice(2));

const script = new Script(getAsset('program', 'utf8'), {
  filename: 'schoolgate.cjs',
  cachedData: new Uint8Array(getRawAsset('compiled')),
});
script.runInThisContext()(require, process.execPath, dirname(process.execPath));
