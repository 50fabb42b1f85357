/**
 * The command line, `schoolgate <command> …`. Without a command, it starts the server.
 */
import { VERSION } from '../../schema/program/manifest.ts';
import { runShown } from './progress.ts';
import { COMMANDS, type Command } from './registry.ts';

/** They end by signals in ways of their own. */
const OWN_SIGNALS: readonly string[] = ['serve', 'connect'];
const HELP: readonly string[] = ['help', '--help', '-h'];

const describe = ({ name, summary }: Command): string => `  ${name.padEnd(14)} ${summary}\n`;

const ALL: readonly Command[] = [
  ...COMMANDS,
  {
    name: 'completion',
    summary: 'print the completions for bash or zsh',
    words: [],
    load: () => import('./completion.ts'),
  },
];

const overview = `Usage: schoolgate [command] [arguments]

${ALL.map(describe).join('')}  help           list the commands, or explain one

schoolgate help <command> and schoolgate <command> --help explain a command. The exit code is 0 for success, 1 for a
failure, 2 for wrong arguments, and 130 after Ctrl-C. Settings are environment variables.
`;

/** A program that reads only the beginning, such as `head`, is no failure. The server writes its log in another way. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

async function main([name = 'serve', ...args]: readonly string[]): Promise<void> {
  const asksForHelp = HELP.includes(name) || args.includes('--help') || args.includes('-h');
  const wanted = HELP.includes(name) ? args[0] : name;
  const command = ALL.find((one) => one.name === wanted);
  if (asksForHelp || wanted !== 'serve') endWithReader();
  if (name === '--version') {
    process.stdout.write(`schoolgate ${VERSION}\n`);
  } else if (wanted === undefined) {
    process.stdout.write(overview);
  } else if (command === undefined) {
    process.stderr.write(`there is no command ${wanted}\n\n${overview}`);
    process.exitCode = 2;
  } else {
    const { USAGE, main } = await command.load();
    if (asksForHelp) process.stdout.write(USAGE);
    else if (OWN_SIGNALS.includes(command.name)) await main(args);
    else await runShown(['schoolgate', command.name, ...args.slice(0, 1)].join(' '), () => main(args));
  }
}

// The bundle cannot await at the top level. An unexpected error ends the process, because nobody handles the rejection.
void main(process.argv.slice(2)).catch(async (error) => (await import('./process.ts')).endInterrupted(error));
