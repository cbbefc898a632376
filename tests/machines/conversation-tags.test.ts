import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { conversationTagsMachine } from '../../src/machines/conversations/conversation-tags.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type FakeChild, fakeActors } from '../harness/model/fakes.ts'
import { conversationTagsModel } from './chat.model.ts'

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

describe('the text in the tag field', () => {
  const started = () => {
    const children = new Map<string, FakeChild>()
    const actor = createActor(
      conversationTagsMachine.provide({ actors: fakeActors(conversationTagsMachine, children) }),
      { input: { id: 'c1', tags: ['boots'] } },
    ).start()
    return { actor, saved: () => children.get('saveTags')?.done(undefined) }
  }

  it('that is typed while a tag is saved stays as the next tag', () => {
    const { actor, saved } = started()
    actor.send({ type: 'draft.changed', draft: 'laces' })
    actor.send({ type: 'tag.added' })
    actor.send({ type: 'draft.changed', draft: 'soles' })
    saved()
    expect(actor.getSnapshot().context).toMatchObject({ tags: ['boots', 'laces'], draft: 'soles' })
  })

  it('stays while another tag is removed', () => {
    const { actor, saved } = started()
    actor.send({ type: 'draft.changed', draft: 'laces' })
    actor.send({ type: 'tag.removed', tag: 'boots' })
    saved()
    expect(actor.getSnapshot().context).toMatchObject({ tags: [], draft: 'laces' })
  })
})
