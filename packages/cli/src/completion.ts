// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables are the shell's
import type { Command } from 'commander';
import { CommandError, exitCodes } from './output.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** Each command with the words that may follow it. */
function listWords(program: Command): [path: string, words: string[]][] {
  const wordsOf = (command: Command) => [
    ...command.commands.map((one) => one.name()),
    ...command.options.flatMap(({ long }) => (long ? [long] : [])),
    '--help',
  ];
  return [
    ['', wordsOf(program)],
    ...program.commands.flatMap((command): [string, string[]][] => [
      [command.name(), wordsOf(command)],
      ...command.commands.map((one): [string, string[]] => [
        `${command.name()} ${one.name()}`,
        wordsOf(one),
      ]),
    ]),
  ];
}

/** The script with which a shell completes commands and options. @throws CommandError for another shell */
export function completionOf(shell: string, program: Command): string {
  const words = listWords(program);
  if (shell === 'fish') {
    return words
      .flatMap(([path, list]) => {
        const given = path.split(' ').filter(Boolean);
        const when = given.map((one) => `__fish_seen_subcommand_from ${one}`).join('; and ');
        const condition = when ? ` -n '${when}'` : ` -n '__fish_use_subcommand'`;
        return list.map((word) =>
          word.startsWith('--')
            ? `complete -c dakiya -f${condition} -l ${word.slice(2)}`
            : `complete -c dakiya -f${condition} -a ${word}`,
        );
      })
      .join('\n');
  }
  if (shell !== 'bash' && shell !== 'zsh') {
    throw new CommandError(`The shell is one of ${shells.join(', ')}.`, exitCodes.usage);
  }
  const cases = words.map(([path, list]) => `    '${path}') words='${list.join(' ')}' ;;`);
  return [
    ...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    '_dakiya() {',
    '  local path= word words= i',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    word=${COMP_WORDS[i]}',
    '    case $word in -*) ;; *) [ $(set -- $path; echo $#) -lt 2 ] && path="${path:+$path }$word" ;; esac',
    '  done',
    '  case $path in',
    ...cases,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -F _dakiya dakiya',
  ].join('\n');
}
