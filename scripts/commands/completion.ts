/** `schoolgate completion bash|zsh`: prints a script that completes commands, subcommands and options in a shell. */
import { COMMANDS, type Command } from './registry.ts';
import { endWithUsage } from './usage.ts';

export const USAGE = `Usage: schoolgate completion bash|zsh

For bash:  source <(schoolgate completion bash)
For zsh:   source <(schoolgate completion zsh)
`;

export async function main(args: readonly string[]): Promise<void> {
  const [shell, ...rest] = args;
  if (rest.length > 0) return endWithUsage(USAGE, `unexpected argument: ${rest[0]}`);
  if (shell === undefined) return endWithUsage(USAGE, 'bash or zsh is missing');
  if (shell !== 'bash' && shell !== 'zsh') return endWithUsage(USAGE, `there is no completion for ${shell}`);
  process.stdout.write(shell === 'bash' ? bash() : zsh());
}

const wordsOf = ({ words }: Pick<Command, 'words'>): string => [...words, '--help'].join(' ');

const ALL = [...COMMANDS, { name: 'completion', words: ['bash', 'zsh'] }];
const NAMES = [...ALL.map(({ name }) => name), 'help'].join(' ');

const bash = (): string => `_schoolgate() {
  local words
  case "$COMP_CWORD:\${COMP_WORDS[1]}" in
    1:*|*:help) words='${NAMES}' ;;
${ALL.map((command) => `    *:${command.name}) words='${wordsOf(command)}' ;;\n`).join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _schoolgate schoolgate
`;

const zsh = (): string => `_schoolgate() {
  case "$CURRENT:\${words[2]}" in
    2:*|*:help) compadd -- ${NAMES} ;;
${ALL.map((command) => `    *:${command.name}) compadd -- ${wordsOf(command)} ;;\n`).join('')}  esac
}
compdef _schoolgate schoolgate
`;
