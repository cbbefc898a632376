import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { pickerMachine } from '../../src/machines/shell/picker.machine.ts'
import { matchesOf, SHOWN_MAX } from '../../src/machines/shell/picker.options.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { OPTIONS, pickerModel } from './picker.model.ts'

describeModel({
  name: 'picker',
  machine: pickerMachine,
  model: pickerModel,
  rig: (world) => ({
    oracles: {
      'picker.closed': () => {
        expect(world.snapshot().context.query).toBe('')
        for (const { id } of world.emitted) expect(OPTIONS.map((option) => option.id)).toContain(id)
      },
      'picker.open.listing': () => {
        const { matches, activeId } = world.snapshot().context
        expect(matches.map(({ id }: { id: string }) => id)).toContain(activeId)
      },
      'picker.open.nothing': () => expect(world.snapshot().context.activeId).toBeNull(),
    },
  }),
})

describe('[session 39a] a name', () => {
  it.each([
    ['Hewlett-Packard', 'Hewlett-Packard'],
    ['IT-Support', 'it-support'],
    ['R&D', 'R&D'],
    ['Müller & Söhne', 'Müller & Söhne'],
    ['Sales/Service', 'sales/service'],
    ['Q3–2026', 'Q3-2026'],
    ['O’Neill', "O'Neill"],
    ["O'Neill", 'O’Neill'],
    ['shop@acme.example', 'shop@acme.example'],
  ])('%s is found as %s', (label, query) => {
    const options = [
      { id: 'a', label, group: '' },
      { id: 'b', label: 'Elsewhere', group: '' },
    ]
    expect(matchesOf(options, query).matches.map(({ id }) => id)).toEqual(['a'])
  })
})

it('[session 39b] options of one name are all reached with the arrow keys', () => {
  const options = Array.from({ length: 60 }, (_, n) => ({ id: `${n}`, label: 'Shop', group: '' }))
  const picker = createActor(pickerMachine).start()
  picker.send({ type: 'picker.opened' })
  picker.send({ type: 'options.changed', options })
  const passed = options.map(() => {
    const { activeId } = picker.getSnapshot().context
    picker.send({ type: 'active.moved', by: 1 })
    return activeId
  })
  expect(passed).toEqual(options.map(({ id }) => id))
  expect(picker.getSnapshot().context.activeId).toBe('0')
})

describe('the matches of a query', () => {
  const named = (label: string, more = {}) => ({ id: label, label, group: '', ...more })
  const options = [
    named('Süd Schuhe & Co'),
    named('Integrations', { keywords: 'assistants' }),
    named('Create Organization', { isAlways: true }),
  ]
  it.each([
    ['', ['Süd Schuhe & Co', 'Integrations', 'Create Organization']],
    ['SUD', ['Süd Schuhe & Co', 'Create Organization']],
    ['co schu', ['Süd Schuhe & Co', 'Create Organization']],
    ['assist', ['Integrations', 'Create Organization']],
    ['ations', ['Create Organization']],
  ])('%j', (query, labels) => {
    expect(matchesOf(options, query).matches.map(({ label }) => label)).toEqual(labels)
  })

  it('is limited to 50 options, keeps those that always match, and counts the others', () => {
    const many = Array.from({ length: SHOWN_MAX + 7 }, (_, n) => named(`Shop ${n}`))
    const { matches, more } = matchesOf([...many, named('Create Organization', { isAlways: true })], 'shop')
    expect(matches.map(({ id }) => id)).toEqual([
      ...many.slice(0, SHOWN_MAX).map(({ id }) => id),
      'Create Organization',
    ])
    expect(more).toBe(7)
  })
})
