import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMachine } from 'xstate'
import { mergeWalks, readWalkNotes, type Walks } from '../../tools/statecharts/site/walks.ts'
import { noteExceptions, noteWalks } from '../harness/model/walk-report.ts'

const planChange = createMachine({ id: 'planChange' })
const known = new Map([['plan-change', ['a', 'b', 'c']]])
const before: Walks = {
  'plan-change': { actor: { a: 7, c: 1 }, browser: { b: 2, gone: 1 }, exceptions: { c: 'Was so.' } },
  removed: { actor: { x: 1 }, browser: {}, exceptions: {} },
}

describe('what was walked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-walks-'))
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is recorded in the given folder, and counted', () => {
    noteWalks(planChange, 'actor', ['a'])
    expect(readWalkNotes(folder)).toEqual([])

    vi.stubEnv('LECTERN_WALKS', folder)
    noteWalks(planChange, 'actor', ['b', 'a', 'b'])
    noteWalks(planChange, 'browser', ['a'])
    noteExceptions(planChange, { c: 'Only a slow clock does it.' })
    expect(mergeWalks(before, readWalkNotes(folder), known)).toEqual({
      'plan-change': {
        actor: { a: 1, b: 2 },
        browser: { a: 1 },
        exceptions: { c: 'Only a slow clock does it.' },
      },
    })
  })

  it('keeps machines that a run did not walk, and removes those that no longer exist', () => {
    const notes = [{ machine: 'plan-change', where: 'actor', transition: 'a' } as const]
    expect(mergeWalks(before, notes, known)).toEqual({
      'plan-change': { actor: { a: 1 }, browser: { b: 2 }, exceptions: { c: 'Was so.' } },
    })
  })

  it('does not depend on the order in which workers write', () => {
    const notes = ['c', 'a', 'b'].map(
      (transition) => ({ machine: 'plan-change', where: 'actor', transition }) as const,
    )
    expect(JSON.stringify(mergeWalks({}, notes, known))).toBe(
      JSON.stringify(mergeWalks({}, notes.toReversed(), known)),
    )
  })
})
