import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const CASES = 44
const SERVER_TESTS = path.join(import.meta.dirname, '..')

it('every one of the 44 attacks is named by a test', () => {
  const titles = readdirSync(SERVER_TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(SERVER_TESTS, name), 'utf8'))
    .join('\n')
  const missing = Array.from({ length: CASES }, (_, n) => `[attack S${n + 1}]`).filter(
    (name) => !titles.includes(name),
  )
  expect(missing).toEqual([])
})
