import { expect } from 'vitest'
import { knowledgeBaseMachine } from '../../src/machines/knowledge-base/knowledge-base.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { knowledgeBaseModel } from './knowledge-base.model.ts'

describeModel({
  name: 'knowledgeBase',
  machine: knowledgeBaseMachine,
  model: knowledgeBaseModel,
  rig: (world) => ({
    oracles: {
      knowledgeBase: () => expect(world.children.has('live')).toBe(true),
      // What was missed while there was no connection is read again.
      'knowledgeBase.progress.live': () =>
        expect(world.effects.map(({ name }) => name)).toContain('refetchDocuments'),
      'knowledgeBase.retry.retrying': () =>
        expect(world.children.get('retryDocument')?.input).toEqual({ id: 'd1' }),
      'knowledgeBase.retry.idle': () => {
        const toast = world.effects.find(({ name }) => name === 'showToast')
        if (toast) expect(toast.params).toEqual({ type: 'error', message: 'It is being read already.' })
      },
    },
  }),
})
