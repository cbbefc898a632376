import { describe, expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { chartOf } from '../../tools/statecharts/chart.ts'
import { type Drawing, drawingOf } from '../../tools/statecharts/drawing.ts'
import { layOut } from '../../tools/statecharts/layout.ts'
import { withSharedWays } from '../../tools/statecharts/shared-ways.ts'
import { svgOf } from '../../tools/statecharts/svg.ts'

const list = chartOf(
  createMachine(
    {
      id: 'list',
      initial: 'asking',
      states: {
        asking: { always: [{ guard: 'isEmpty', target: 'idle' }, { target: 'reading' }] },
        idle: {
          on: {
            'lists.changed': 'reading',
            'list.created': 'reading',
            'list.left': 'reading',
            'list.named': { actions: 'rename' },
          },
        },
        reading: {
          on: { 'list.read': 'idle' },
          after: { pause: [{ guard: 'hasEntries', target: 'idle' }, { target: 'idle' }] },
        },
      },
    },
    { delays: { pause: 2000 } },
  ),
)
const drawing = drawingOf(list, 'plain', { state: 200, cause: 400 })

const textsOf = ({ lines }: Drawing['arrows'][number]) =>
  lines.map(({ spans }) => spans.map(({ text }) => text).join(''))

describe('a drawing', () => {
  it('has one arrow for a pair of states, with a list of what leads from one to the other', () => {
    const arrows = Object.fromEntries(
      drawing.arrows.map((arrow) => [`${arrow.from} ${arrow.to}`, textsOf(arrow)]),
    )
    expect(arrows).toEqual({
      'list.asking list.idle': ['If empty'],
      'list.asking list.reading': ['Otherwise'],
      'list.idle list.reading': ['Lists changed, created or left'],
      'list.reading list.idle': ['List read', '◷ After 2 s if there are entries', '◷ After 2 s otherwise'],
    })
  })

  it('shows a choice without an event as a diamond, and what stays in a state as a line of it', () => {
    const [asking, idle] = drawing.root.states
    expect([asking!.shape, asking!.lines]).toEqual(['choice', []])
    expect(idle!.lines.map(({ ids }) => ids)).toEqual([undefined, ['list.idle | list.named | 0']])
  })

  it('tells some ways as lines with the name of where they lead', () => {
    const { arrows, root } = drawingOf(
      list,
      'plain',
      { state: 400, cause: 400 },
      ({ to }) => to === 'list.reading',
    )
    expect(arrows.map(({ to }) => to)).toEqual(['list.idle', 'list.idle'])
    const idle = root.states[1]!.lines.map(({ spans }) => spans.map(({ text }) => text).join(''))
    expect(idle).toContain('Lists changed, created or left → Reading')
  })

  it('has one arrow out of a region for what every state of it shares', () => {
    const shared = withSharedWays(
      chartOf(
        createMachine({
          id: 'dialog',
          initial: 'open',
          states: {
            open: {
              initial: 'typing',
              states: {
                typing: { on: { close: '#dialog.closed', submit: 'sending' } },
                sending: { on: { close: '#dialog.closed' } },
              },
            },
            closed: {},
          },
        }),
      ),
    )
    expect(drawingOf(shared, 'plain', { state: 200, cause: 200 }).arrows.map(({ ids }) => ids)).toEqual([
      ['dialog.open.typing | close | 0; dialog.open.sending | close | 0'],
      ['dialog.open.typing | submit | 0'],
    ])
  })

  it('is the same each time, and marks every transition once or as one of several', async () => {
    const [one, other] = [await layOut(drawing, 'DOWN'), await layOut(drawing, 'DOWN')].map(svgOf)
    expect(one).toBe(other)
    const marked = [...one!.matchAll(/data-t="([^"]*)"/g)].flatMap(([, ids]) => ids!.split('; '))
    const all = [list, ...list.states].flatMap(({ transitions }) => transitions.map(({ id }) => id))
    expect([...new Set(marked)].sort()).toEqual(all.toSorted())
  })
})
