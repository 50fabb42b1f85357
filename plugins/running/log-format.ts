/** Writes the log for people. This happens in the process itself, so that no line is lost when it ends. */

/** Characters that a terminal would obey instead of showing them. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** The same without line breaks, which the formatter indents where they belong to a stack. */
const CONTROL_IN_STACK = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A stream for JSON lines, which writes them to the standard output. */
export async function prettyLog(): Promise<{ write(line: string): void }> {
  // Loaded only where somebody watches.
  // By its default export, which is all that the bundle has of a CommonJS module.
  const { default: pretty } = await import('pino-pretty');
  const format = pretty.prettyFactory({
    // Respects NO_COLOR, and the abilities of the terminal.
    colorize: process.stdout.isTTY && process.stdout.hasColors(),
    translateTime: 'SYS:yyyy-mm-dd HH:MM:ss',
    ignore: 'pid,hostname',
    singleLine: true,
  });
  return { write: (line) => void process.stdout.write(format(JSON.parse(line, withoutControls)) ?? line) };
}

const withoutControls = (key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(key === 'stack' ? CONTROL_IN_STACK : CONTROL, '\u{fffd}') : value;
