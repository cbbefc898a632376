import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '../kernel/config/config.ts'

export type CommandLine = {
  config: Config
  env: Record<string, string | undefined>
  arguments: string[]
  options: Record<string, string | boolean | undefined>
  say(line: string): void
}

/** What `lectern <name>` does; its parts are named, explained and counted by `usage`. */
export type Command = {
  /** After `lectern`, as `backup` or `user show`. */
  name: string
  /** Of its arguments, as `<file>`; those in brackets may be left out and come last. */
  usage: string
  /** One sentence. */
  does: string
  /** What else there is to know before it is run. */
  details?: readonly string[]
  options?: ParseArgsOptionsConfig
  /** The exit code. @throws OperatorError */
  run(line: CommandLine): Promise<number>
}
