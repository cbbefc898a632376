import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../../scripts/suitable-node.mjs'

/** One constant or text of the specification, changed in the one place where the product has it. */
export interface Change {
  readonly clause: string
  /** From the root of the repository. */
  readonly file: string
  readonly from: string
  readonly to: string
  /** The tests that have to notice, all of one project of vitest. */
  readonly tests: readonly string[]
}

export const sourceOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** @throws Error when the source does not hold it exactly once: then the table is out of date. */
export function applied(source: string, { file, from, to }: Pick<Change, 'file' | 'from' | 'to'>): string {
  const parts = source.split(from)
  if (parts.length !== 2) throw new Error(`${file}: ${parts.length - 1} times ${from}`)
  return parts.join(to)
}

/** `const NAME = …`, whatever it is now, given another value. */
export function constant(
  clause: string,
  file: string,
  name: string,
  value: string,
  ...tests: readonly string[]
): Change {
  const from = new RegExp(`const ${name} = [^\\n]*`).exec(sourceOf(file))?.[0] ?? `const ${name} =`
  return { clause, file, from, to: `const ${name} = ${value}`, tests }
}

/** A text of the error catalogue, with one letter more. */
export const words = (clause: string, file: string, text: string, ...tests: readonly string[]): Change => ({
  clause,
  file,
  from: text,
  to: `${text.slice(0, 1)}~${text.slice(1)}`,
  tests,
})
