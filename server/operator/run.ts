import { parseArgs } from 'node:util'
import { loadConfig } from '../kernel/config/config.ts'
import { ConfigError, DATA_DIR_FULL } from '../kernel/config/environment.ts'
import { databaseAdvice, isOwnDiskFull } from '../kernel/db/errors.ts'
import { Refusal } from '../kernel/errors.ts'
import { VERSION } from '../kernel/package.ts'
import { backupCommands } from './backup.commands.ts'
import type { Command } from './command.ts'
import { OperatorError } from './command.ts'
import { doctorCommand } from './doctor/doctor.command.ts'
import { modelCommands } from './models.commands.ts'
import { userCommands } from './user.commands.ts'

const COMMANDS: readonly Command[] = [doctorCommand, ...backupCommands, ...modelCommands, ...userCommands]

const WRONG_USAGE = 2

const lineOf = ({ name, usage }: Command) => `lectern ${name} ${usage}`.trim()

function helpOf(command: Command): string {
  const { does, details = [] } = command
  return [`Usage: ${lineOf(command)}`, '', does, ...details].join('\n')
}

function help(): string {
  const width = Math.max(...COMMANDS.map((command) => lineOf(command).length))
  return [
    `Lectern ${VERSION}. Commands for the people who run it:`,
    '',
    ...COMMANDS.map((command) => `  ${lineOf(command).padEnd(width)}  ${command.does}`),
    '',
    'They read the same settings as the server does, from the environment. More about one: lectern help <command>',
  ].join('\n')
}

/** The command that the words begin with; the longest match wins. */
export const commandOf = (words: readonly string[]) =>
  [2, 1]
    .map((length) => words.slice(0, length).join(' '))
    .map((name) => COMMANDS.find((command) => command.name === name))
    .find((command) => command !== undefined)

type Surroundings = {
  env: Record<string, string | undefined>
  say(line: string): void
  complain(line: string): void
}

/** Runs the arguments after `lectern`; the exit code is 0 for success, 1 for failure, 2 for wrong usage, others the command's. */
export async function runOperator(
  words: readonly string[],
  { env, say, complain }: Surroundings,
): Promise<number> {
  const asked = words.slice(words[0] === 'help' ? 1 : 0).filter((word) => word !== '--help' && word !== '-h')
  const isGroup = COMMANDS.some(({ name }) => name.startsWith(`${asked[0]} `))
  if (asked.length === 0 || (asked.length === 1 && asked.length < words.length && isGroup)) {
    say(help())
    return 0
  }
  if (words[0] === '--version') {
    say(VERSION)
    return 0
  }
  const command = commandOf(asked)
  if (!command) {
    complain(`There is no command "${asked.join(' ')}".\n\n${help()}`)
    return WRONG_USAGE
  }
  if (asked.length < words.length) {
    say(helpOf(command))
    return 0
  }
  const parsed = parsedBy(command, words.slice(command.name.split(' ').length))
  if (!parsed) {
    complain(helpOf(command))
    return WRONG_USAGE
  }
  try {
    return await command.run({ ...parsed, config: loadConfig(env), env, say })
  } catch (error) {
    complain(explained(error, env))
    return 1
  }
}

/** Null if arguments are missing or superfluous, or an option is unknown. */
export function parsedBy({ usage, options = {} }: Command, words: string[]) {
  const wanted = usage.split('[', 1)[0]!.match(/<\w+>/g)?.length ?? 0
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    return positionals.length === wanted
      ? { arguments: positionals, options: values as Record<string, string | boolean | undefined> }
      : null
  } catch {
    return null
  }
}

function explained(error: unknown, env: Surroundings['env']): string {
  if (isOwnDiskFull(error)) return DATA_DIR_FULL
  if (error instanceof OperatorError || error instanceof ConfigError || error instanceof Refusal)
    return error.message
  const advice = databaseAdvice(error)
  if (advice) return `${env.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR'}: ${advice}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
