import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { ROOT } from '../../scripts/suitable-node.mjs'
import { anything } from '../harness/model/effects.ts'

const compose = path.join(ROOT, 'src/compose')
const ui = path.join(ROOT, 'src/ui')
/** Around every screen of whoever is signed in (src/compose/workspace.tsx). */
const OF_THE_SHELL = ['sendFeedback', 'verification', 'welcome']

vi.stubGlobal('document', anything)
afterAll(() => void vi.unstubAllGlobals())

/** The views that a file draws with, itself among them. */
function viewsOf(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || !file.startsWith(ui)) return found
  found.add(file)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g))
    viewsOf(path.join(path.dirname(file), name), found)
  return found
}

const namesIn = (text: string) =>
  [...text.matchAll(/useProvided(?:Actor)?\('(\w+)'/g)].map(([, name = '']) => name)

describe('every screen', () => {
  const files = readdirSync(compose).filter((name) =>
    readFileSync(path.join(compose, name), 'utf8').includes('composed('),
  )

  it.each(files)('is provided with what its views use by %s', async (file) => {
    const text = readFileSync(path.join(compose, file), 'utf8')
    const [, screen = ''] = /from '(\.\.\/ui\/[^']+-screen\.tsx)'/.exec(text) ?? []
    const { compose: provide } = await import(pathToFileURL(path.join(compose, file)).href)
    const used = [...viewsOf(path.join(compose, screen))].flatMap((view) =>
      namesIn(readFileSync(view, 'utf8')),
    )
    const { value } = provide(anything)().props
    const given = new Set([...OF_THE_SHELL, ...Object.keys(value)])
    expect(used.filter((name) => !given.has(name))).toEqual([])
  })
})
