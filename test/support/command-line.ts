/** The arguments of the commands that run long tests. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { answerHelp, endWithUsage, parsingMistake } from '../../scripts/commands/usage.ts';

/** Reads the options of this process. Ends it with the usage if they are wrong, or if that is asked for. */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
  { takesNames = false }: { takesNames?: boolean } = {},
) {
  const args = process.argv.slice(2);
  answerHelp(args, usage);
  try {
    const read = parseArgs({ args, allowPositionals: true, allowNegative: true, options });
    const [unexpected] = read.positionals;
    if (!takesNames && unexpected !== undefined) endWithUsage(usage, `unexpected argument: ${unexpected}`);
    return read;
  } catch (error) {
    return endWithUsage(usage, parsingMistake(error));
  }
}
