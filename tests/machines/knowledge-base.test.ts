import { expect } from 'vitest'
import { knowledgeBaseMachine } from '../../src/machines/knowledge/knowledge-base.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { knowledgeBaseModel } from './knowledge-base.model.ts'

describeModel({
  name: 'knowledgeBase',
  machine: knowledgeBaseMachine,
  model: knowledgeBaseModel,
  rig: (world) => ({
    oracles: {
      knowledgeBase: () => {
        expect(world.children.has('live')).toBe(true)
        // A text that was loaded is edited in its own form.
        expect(world.snapshot().context.wanted === null).toBe(world.snapshot().matches({ text: 'idle' }))
      },
      // What was missed while there was no connection is read again.
      'knowledgeBase.progress.live': () =>
        expect(world.effects.map(({ name }) => name)).toContain('refetchDocuments'),
      'knowledgeBase.filter.applied': () => {
        const { filter, draft } = world.snapshot().context
        expect(filter).toEqual(draft)
      },
      'knowledgeBase.selection.none': () => expect(world.snapshot().context.selected).toEqual([]),
      'knowledgeBase.selection.some': () => expect(world.snapshot().context.selected).not.toEqual([]),
      'knowledgeBase.change.changing': () =>
        expect(world.children.get('applyChange')?.input).toEqual({
          knowledgeBaseId: 'k1',
          change: { ids: ['d1'], action: 'retry' },
        }),
      'knowledgeBase.change.idle': () => {
        const toast = world.effects.find(
          ({ name, params }) => name === 'showToast' && JSON.stringify(params).includes('already'),
        )
        if (toast) expect(toast.params).toEqual({ type: 'error', message: 'It is already being read.' })
      },
      'knowledgeBase.text.loading': () =>
        expect(world.children.get('loadText')?.input).toEqual(world.snapshot().context.wanted),
    },
  }),
})
