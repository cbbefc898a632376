import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { machineFiles } from './machines.ts'

/** Information about a machine in sources and tests, besides its chart. */
export interface Notes {
  /** Docstrings of actions, guards, actors and delays, by name. */
  readonly docs: Readonly<Record<string, string>>
  /** Clause of the specification → what the tests, or the machine itself, say about it. */
  readonly clauses: ReadonlyMap<string, readonly string[]>
}

const oneLine = (comment: string) =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, '').trim())
    .join(' ')
    .trim()

const DOCSTRING =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export )?(?:const |function |readonly )?(?!export|const|function|readonly)([A-Za-z]\w*)/g

/** Name → docstring directly above it. */
export const docstringsOf = (source: string): Record<string, string> =>
  Object.fromEntries(
    [...source.matchAll(DOCSTRING)].map(([, comment = '', name = '']) => [name, oneLine(comment)]),
  )

const CLAUSES = /\bS(\d+)\.(\d+)(?: to S\1\.(\d+))?/g

/** `S4.6 to S4.8, S6.1` → S4.6, S4.7, S4.8, S6.1. */
export const clausesIn = (text: string): string[] =>
  [...text.matchAll(CLAUSES)].flatMap(([, chapter, first, last = first]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `S${chapter}.${Number(first) + index}`,
    ),
  )

const TITLE = /\b(?:it|describe)(?:\.each\([\s\S]*?\]\s*(?:as const)?\))?\(\s*(['"`])(\[S[\s\S]*?)\1/g
const CLAUSE = String.raw`S\d+\.\d+`
const NAMED = new RegExp(String.raw`[[(]?${CLAUSE}(?:(?:, | to | and )${CLAUSE})*[\])]?[:.,]?\s*`, 'g')

/** A sentence without its clause references. */
const withoutClauses = (text: string) => text.replace(NAMED, '').trim()

/** Clauses in a test file, with the titles that cite them. */
function testedIn(source: string): [clause: string, says: string][] {
  const titled = [...source.matchAll(TITLE)].flatMap(([, , title = '']) =>
    clausesIn(title).map((clause): [string, string] => [clause, withoutClauses(title)]),
  )
  const known = new Set(titled.map(([clause]) => clause))
  const others = [...source.matchAll(/\[(S\d+\.\d+)\]/g)].map(([, clause = '']) => clause)
  return [
    ...titled,
    ...others.filter((clause) => !known.has(clause)).map((clause): [string, string] => [clause, '']),
  ]
}

/** The tests of a file, each with the comment above it and with the first line of the suite that it is in. */
function blocksOf(source: string) {
  const blocks = source.split(/(?<!\*\/)\n(?=\s*(?:\/\*\*.*\*\/\n\s*)?(?:it|describe|describeModel)[.(])/)
  let suite = ''
  return blocks.map((block) => {
    if (/^\S/.test(block)) suite = /^describe[.(].*/.exec(block)?.[0] ?? ''
    return `${suite}\n${block}`
  })
}

/** In a test file about several machines, only the blocks that name this one. */
function aboutMachine(source: string, id: string): string {
  const names = new RegExp(`\\b${id}(?:Machine|Model)\\b`)
  if (!names.test(source)) return ''
  const machines = new Set(
    [...source.matchAll(/import \{[^}]*?\b(\w+Machine)\b[^}]*\} from '[^']*\.machine\.ts'/g)].map(
      ([, name]) => name,
    ),
  )
  if (machines.size === 1 && machines.has(`${id}Machine`)) return source
  return blocksOf(source)
    .filter((block) => names.test(block) && !/^\s*import/.test(block))
    .join('\n')
}

const filesOf = (folder: string, prefix = '') =>
  readdirSync(folder)
    .sort()
    .filter((name) => name.startsWith(prefix) && name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))

/** Sources of a machine: its folder, or the files with its name. */
function sourcesOf(root: string, machine: string): string[] {
  const file = machineFiles(root).get(machine)
  if (file === undefined) return []
  const folder = dirname(file)
  const prefix = basename(folder) === machine ? '' : basename(file, 'machine.ts')
  return filesOf(join(root, 'src/machines', folder), prefix)
}

/** In a file with several machines, this one and what stands between it and the machine above. */
function partAbout(source: string, id: string): string {
  const machines = [...source.matchAll(/^export const (\w+)Machine = [\s\S]*?^\}\)$/gm)]
  const place = machines.findIndex(([, name]) => name === id)
  if (machines.length < 2 || place < 0) return source
  const [start, end] = [machines[place - 1], machines[place]].map((one) => one && one.index + one[0].length)
  return source.slice(start, end)
}

/** Reads the sources of a machine and of its shared chart, and the tests. */
export function readNotes(root: string, name: string, id: string): Notes {
  const sources = sourcesOf(root, name)
  const own = sources.map((source) => partAbout(source, id)).join('\n')
  const makers = sources
    .join('\n')
    .matchAll(/import \{[^}]*\b(create\w+Machine)\b[^}]*\} from '[^']*?([\w-]+)\.machine\.ts'/g)
  const parents = [...makers]
    .filter(([, maker]) => new RegExp(`\\b${maker}[<(]`).test(own))
    .flatMap(([, , parent = '']) => sourcesOf(root, parent))
  const docs = Object.assign({}, ...[...parents, own].map(docstringsOf)) as Record<string, string>
  const clauses = new Map<string, string[]>()
  const add = (clause: string, says: string) => {
    const all = clauses.get(clause) ?? []
    if (says !== '' && !all.includes(says)) all.push(says)
    clauses.set(clause, all)
  }
  for (const [comment] of [own, ...parents].join('\n').matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g))
    for (const clause of clausesIn(comment))
      add(clause, withoutClauses(oneLine(comment.replace(/^\/[/*]+|\*\/$/g, ''))))
  for (const source of filesOf(join(root, 'tests/machines')))
    for (const [clause, says] of testedIn(aboutMachine(source, id))) add(clause, says)
  const order = (clause: string) => clause.slice(1).split('.').map(Number) as [number, number]
  const sorted = [...clauses].sort(([a], [b]) => order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1])
  return { docs, clauses: new Map(sorted) }
}
