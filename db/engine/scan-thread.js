/**
 * Runs reads of SQLite in a thread of their own, which `scan-threads.ts` starts with this file as a script. It uses the
 * add-on that the process has loaded, without its package, which the bundle and the executable have no file of. A second
 * copy of SQLite would not know of the locks of the first.
 */
const { parentPort, workerData } = require('node:worker_threads');

class SqliteError extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

const loaded = { exports: {} };
process.dlopen(loaded, workerData.addOn);
const addOn = loaded.exports;
const unused = () => undefined;
addOn.initialize(SqliteError, Array.of, (array, ...values) => array.push(...values), unused, unused);

const { path, waitMs = 1000 } = workerData;
const [isAnonymous, isReadonly, mustExist] = [false, true, true];
const settings = [isAnonymous, isReadonly, mustExist, waitMs, null, null, null, null];
const connection = new addOn.Database(path, path, ...settings);
const statements = new Map();

function prepared(sql) {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const statement = connection.prepare(sql, connection, false, false);
  if (statement.reader) statement.raw();
  statements.set(sql, statement);
  return statement;
}

parentPort.on('message', ({ sql, values }) => {
  const begunAt = performance.now();
  try {
    const statement = prepared(sql);
    const rows = statement.reader ? statement.all(...values) : [[statement.run(...values).changes]];
    parentPort.postMessage({ rows, ms: performance.now() - begunAt });
  } catch (error) {
    parentPort.postMessage({ error: { message: error.message, code: error.code }, ms: 0 });
  }
});
