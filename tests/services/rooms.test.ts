import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/suitable-node.mjs'

const folder = path.join(ROOT, 'server')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
)
const importsOf = (file: string) =>
  [...readFileSync(path.join(folder, file), 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, name]) =>
    path.join(path.dirname(file), name ?? ''),
  )

/** What each kind of file may not know of: the way goes from routes over services to repositories. */
const FORBIDDEN: Record<string, RegExp> = {
  routes: /\.(repository|module)\.ts$|^kernel\/db\/schema/,
  presenter: /\.(routes|service|module)\.ts$/,
  repository: /\.(routes|service|presenter|policy|module)\.ts$/,
  types: /\.(routes|service|presenter|policy|module)\.ts$/,
  policy: /\.(routes|service|presenter|module)\.ts$/,
  service: /\.(routes|module)\.ts$/,
}

/** Which rooms a room knows, beside the ground floor, which knows none. */
const MAP: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  developers: [],
  accounts: ['billing', 'connection', 'organizations'],
  organizations: ['accounts', 'assistants', 'billing', 'connection', 'knowledge'],
  billing: ['connection', 'organizations'],
  connection: ['accounts', 'knowledge', 'organizations'],
  knowledge: ['assistants', 'billing', 'connection', 'conversations', 'developers', 'organizations'],
  assistants: ['billing', 'connection', 'knowledge', 'organizations'],
  conversations: [
    'assistants',
    'billing',
    'connection',
    'developers',
    'knowledge',
    'operator',
    'organizations',
    'visitors',
  ],
  visitors: [
    'accounts',
    'assistants',
    'billing',
    'connection',
    'conversations',
    'developers',
    'knowledge',
    'organizations',
  ],
  operator: ['accounts', 'assistants', 'billing', 'connection', 'knowledge'],
}
const roomOf = (file: string) => file.split(path.sep)[0] ?? ''

describe('the rooms of the server', () => {
  it.each(Object.entries(FORBIDDEN))('*.%s.ts imports nothing from above it', (kind, forbidden) => {
    const wrong = files
      .filter((file) => file.endsWith(`.${kind}.ts`))
      .flatMap((file) =>
        importsOf(file)
          .filter((imported) => forbidden.test(imported))
          .map((imported) => `${file} → ${imported}`),
      )
    expect(wrong).toEqual([])
  })

  it('every folder with routes has a module that the list of modules names', () => {
    const list = readFileSync(path.join(folder, 'modules.ts'), 'utf8')
    const folders = new Set(files.filter((file) => file.endsWith('.routes.ts')).map(path.dirname))
    // Their routes belong to another module.
    for (const part of ['organizations/invitations', 'kernel/pictures', 'billing/payments'])
      folders.delete(part)
    expect([...folders].filter((room) => !list.includes(`'./${room}/`))).toEqual([])
  })

  it('know the ground floor, and one another as the map says', () => {
    const arrows = files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => !imported.startsWith('..'))
        .map((imported) => ({ file, from: roomOf(file), to: roomOf(imported), imported })),
    )
    const strange = arrows.filter(
      ({ from, to }) =>
        from in MAP && to !== from && to !== 'kernel' && to in MAP && !MAP[from]?.includes(to),
    )
    expect(strange.map(({ file, imported }) => `${file} → ${imported}`)).toEqual([])
  })

  it('the map has no arrow that nobody goes', () => {
    const gone = new Set(
      files.flatMap((file) => importsOf(file).map((to) => `${roomOf(file)} → ${roomOf(to)}`)),
    )
    const drawn = Object.entries(MAP).flatMap(([from, others]) => others.map((to) => `${from} → ${to}`))
    expect(drawn.filter((arrow) => !gone.has(arrow))).toEqual([])
  })
})
