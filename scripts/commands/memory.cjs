/**
 * Settings with which a server needs less memory. The C library and V8 read them when a process begins, so it begins again.
 * It is JavaScript, because it runs before the program is read, on any Node from 20.
 */
const { env } = process;

/**
 * A password hash takes 19 MiB for a moment. Blocks of this size go back to the system at once, instead of staying with the
 * thread that computed it. Huge pages make that as fast as clearing a block that stayed.
 */
const GLIBC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};
/** Of new objects. Node takes 32 MiB on a machine with much memory, three times. */
const V8 = '--max-semi-space-size=8';
const IS_SET = 'MEMORY_IS_SET';

/** What a person has set stays. */
function missingSettings() {
  const { NODE_OPTIONS = '' } = env;
  const isGlibcSet = Object.keys(env).some((name) => /^(?:GLIBC_TUNABLES$|MALLOC_)/.test(name));
  const isV8Set = /max[-_]semi[-_]space[-_]size/.test([NODE_OPTIONS, ...process.execArgv].join(' '));
  return {
    ...(isGlibcSet || process.platform !== 'linux' ? {} : GLIBC),
    ...(isV8Set ? {} : { NODE_OPTIONS: `${NODE_OPTIONS} ${V8}`.trim() }),
  };
}

/**
 * Starts the server again in the same process, unless it has the settings. An older Node cannot, but starts another, which
 * inherits them.
 * @param args its arguments, with the script if there is one
 */
module.exports = function withLessMemory(args) {
  const [, , command = 'serve'] = process.argv;
  // Another program that sends messages to this process would lose its channel.
  if (command !== 'serve' || env[IS_SET] !== undefined || process.send !== undefined) return;
  const missing = missingSettings();
  if (Object.keys(missing).length === 0) return;
  Object.assign(env, missing, { [IS_SET]: 'yes' });
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...args]);
};
