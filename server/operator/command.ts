import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '../kernel/config/config.ts'

/** A failed command; the message says why and what to do. */
export class OperatorError extends Error {}

export type CommandLine = {
  config: Config
  env: Record<string, string | undefined>
  arguments: string[]
  options: Record<string, string | boolean | undefined>
  say(line: string): void
}

/** Implementation of `lectern <name>`; `usage` names, explains and counts its arguments. */
export type Command = {
  /** After `lectern`, such as `backup` or `user show`. */
  name: string
  /** Its arguments, such as `<file>`; optional ones are in brackets and come last. */
  usage: string
  /** One sentence. */
  does: string
  /** Notes to read before running it. */
  details?: readonly string[]
  options?: ParseArgsOptionsConfig
  /** The exit code. @throws OperatorError */
  run(line: CommandLine): Promise<number>
}
