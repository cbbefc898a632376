import { expect } from 'vitest'
import { conversationTagsMachine } from '../../src/machines/conversation-tags/conversation-tags.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { conversationTagsModel } from './conversation-tags.model.ts'

describeModel({
  name: 'conversationTags',
  machine: conversationTagsMachine,
  model: conversationTagsModel,
  rig: (world) => ({
    oracles: {
      'conversationTags.saving': () => {
        const { wanted, tags } = world.snapshot().context
        expect(world.children.get('saveTags')?.input).toEqual({ id: 'c1', tags: wanted })
        expect(Math.abs(wanted.length - tags.length)).toBe(1)
      },
      'conversationTags.resting': () => {
        const { tags, error, draft } = world.snapshot().context
        expect(new Set(tags).size).toBe(tags.length)
        if (error === null && tags.includes('laces')) expect(draft).not.toBe(' laces ')
      },
    },
  }),
})
