import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chartOf } from '../../tools/statecharts/chart.ts'
import { DRAWINGS, descriptionsOf } from '../../tools/statecharts/committed.ts'
import { withFormDescriptions } from '../../tools/statecharts/form-descriptions.ts'
import { findMachines, findModels } from '../../tools/statecharts/machines.ts'
import { replay, walksIn, walksText } from '../harness/model/record.ts'
import { allTransitions } from '../harness/model/transitions.ts'

const root = join(import.meta.dirname, '../..')

const walk = (...steps: readonly [event: string, outcome: string][]) => ({
  steps: [['xstate.init', 'it is idle'], ...steps].map(([event = '', outcome = '']) => ({
    event,
    outcome,
    taken: [],
    toasts: [],
    entered: [],
    detail: '',
  })),
  taken: [],
})

describe('the text of walks', () => {
  it('leaves out an outcome only if it is the one last told, and never at the end of a walk', () => {
    const walks = [
      walk(['it is sent', 'it is busy'], ['it fails', 'it is idle']),
      walk(['it is sent', 'it is busy'], ['it is sent', 'it is as before']),
      walk(['it is sent', 'it is busy'], ['it fails', 'nothing changes']),
    ]
    const text = walksText(walks, new Map())
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
      '- **Given** it begins, **then** it is idle.',
      '- **When** it is sent, **then** it is busy.',
      '- **When** it fails, **then** it is idle.',
      '- **When** it is sent.',
      '- **When** it is sent, **then** it is as before.',
      '- **When** it is sent, **then** it is busy.',
      '- **When** it fails, **then** nothing changes.',
    ])
    expect(walksIn(`# Machine\n\n${text}`).map(({ events }) => events)).toEqual(
      walks.map(({ steps }) => steps.map(({ event }) => event)),
    )
  })
})

/** What was reviewed, done again: a machine that behaves otherwise differs from its text in a named line. */
describe('recorded walks', async () => {
  const machines = await findMachines(root)
  const models = await findModels(root, machines)

  it.each([...machines])(
    '%s does what is recorded; else run npm run statecharts and review the difference',
    (name, machine) => {
      const model = models.get(name)!
      const recorded = readFileSync(join(root, DRAWINGS, `${name}/behaviour.md`), 'utf8')
      expect(recorded, 'a message to nobody, or a state without a name').not.toMatch(
        /tells (?:x )?[:“]|it is [.;]/,
      )
      const walks = replay(machine, model, walksIn(recorded))
      expect(recorded).toContain(
        walksText(walks, descriptionsOf(withFormDescriptions(chartOf(machine), machine, model))),
      )
      const taken = new Set(walks.flatMap((walk) => walk.taken))
      expect(allTransitions(machine).filter((id) => !taken.has(id))).toEqual([])
    },
  )
})
