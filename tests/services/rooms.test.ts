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
  routes: /\.(repository|module)\.ts$|^db\/schema/,
  presenter: /\.(routes|service|module)\.ts$/,
  repository: /\.(routes|service|presenter|policy|module)\.ts$/,
  types: /\.(routes|service|presenter|policy|module)\.ts$/,
  policy: /\.(routes|service|presenter|module)\.ts$/,
  service: /\.(routes|module)\.ts$/,
}

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

  it('every room with routes has a module that the list of modules names', () => {
    const list = readFileSync(path.join(folder, 'modules.ts'), 'utf8')
    const rooms = new Set(
      files.filter((file) => file.endsWith('.routes.ts')).map((file) => file.split(path.sep)[0]),
    )
    // Their routes belong to another module.
    for (const part of ['invitations', 'pictures']) rooms.delete(part)
    expect([...rooms].filter((room) => !list.includes(`'./${room}/`))).toEqual([])
  })
})
