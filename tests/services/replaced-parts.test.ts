import { expect, it } from 'vitest'
import { PART_MISSED } from '../../src/machines/shell/navigation/part-missed.ts'
import { type NewerVersion, ReplacedError } from '../../src/services/shell/newer-version.ts'
import { watchParts } from '../../src/services/shell/replaced-parts.ts'

function watched() {
  const tab = new EventTarget()
  const checks: ((found: unknown) => void)[] = []
  const newerVersion = { explained: () => new Promise((resolve) => checks.push(resolve)) }
  let replaced = 0
  watchParts(tab as Window, newerVersion as unknown as NewerVersion, () => {
    replaced += 1
  })
  const miss = () => tab.dispatchEvent(new Event(PART_MISSED))
  /** The last check ends, and what follows from it. */
  const found = async (what: unknown) => {
    checks.at(-1)?.(what)
    await new Promise(setImmediate)
  }
  return { miss, found, checks: () => checks.length, replaced: () => replaced }
}

it('parts missed at the same time ask the server once, and the page is left once', async () => {
  const { miss, found, checks, replaced } = watched()
  miss()
  miss()
  expect(checks()).toBe(1)
  await found(new ReplacedError())
  miss()
  expect([checks(), replaced()]).toEqual([1, 1])
})

it('a part missed without a newer version is asked about again when it is missed again', async () => {
  const { miss, found, checks, replaced } = watched()
  miss()
  await found(null)
  miss()
  await found(new ReplacedError())
  expect([checks(), replaced()]).toEqual([2, 1])
})
