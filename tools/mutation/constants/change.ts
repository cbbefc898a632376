import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../../scripts/suitable-node.mjs'

/** A constant or text of the specification, changed in the one place where it is defined. */
export interface Change {
  readonly clause: string
  /** Relative to the root of the repository. */
  readonly file: string
  readonly from: string
  readonly to: string
  /** Tests that must notice, all in one Vitest project. */
  readonly tests: readonly string[]
}

export const sourceOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** @throws Error unless the source contains it exactly once: otherwise the table is out of date. */
export function applied(source: string, { file, from, to }: Pick<Change, 'file' | 'from' | 'to'>): string {
  const parts = source.split(from)
  if (parts.length !== 2) throw new Error(`${file}: ${parts.length - 1} times ${from}`)
  return parts.join(to)
}

/** `const NAME = …`, with any current value replaced. */
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

/** A text of the error catalogue, with one letter added. */
export const words = (clause: string, file: string, text: string, ...tests: readonly string[]): Change => ({
  clause,
  file,
  from: text,
  to: `${text.slice(0, 1)}~${text.slice(1)}`,
  tests,
})
