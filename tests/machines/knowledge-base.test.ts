import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import { documentVersionsMachine } from '../../src/machines/knowledge/document-versions.machine.ts'
import { importFaqMachine } from '../../src/machines/knowledge/import-faq.machine.ts'
import { knowledgeBaseMachine } from '../../src/machines/knowledge/knowledge-base.machine.ts'
import { readerMachine } from '../../src/machines/knowledge/reader.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type FakeChild, fakeActors, fakeEffects } from '../harness/model/fakes.ts'
import { documentVersionsModel, knowledgeBaseModel, readerModel } from './knowledge-base.model.ts'
import { importFaqModel } from './knowledge-forms.model.ts'

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
          change: { ids: ['d1'], action: 'retry', ofSelection: expect.any(Boolean) },
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

it('[S2.12] deselects what was changed with the selection, and nothing else', () => {
  const children = new Map<string, FakeChild>()
  const actor = createActor(
    knowledgeBaseMachine.provide({
      actors: fakeActors(knowledgeBaseMachine, children),
      actions: fakeEffects(knowledgeBaseMachine, []),
    }),
    { input: { organizationId: 'o1', knowledgeBaseId: 'k1' } },
  ).start()
  const change = (ids: readonly string[], ofSelection: boolean) =>
    actor.send({ type: 'change.requested', ids, action: 'disable', ofSelection })
  const selectedAfterwards = () => {
    children.get('applyChange')?.done(undefined)
    return actor.getSnapshot().context.selected
  }
  actor.send({ type: 'documents.selected', ids: ['d1', 'd2'] })
  change(['d1'], false)
  expect(selectedAfterwards()).toEqual(['d1', 'd2'])
  change(['d1', 'd2'], true)
  actor.send({ type: 'document.toggled', id: 'd3' })
  expect(selectedAfterwards()).toEqual(['d3'])
  actor.stop()
})

describeModel({
  name: 'documentVersions',
  machine: documentVersionsMachine,
  model: documentVersionsModel,
  rig: (world) => ({
    oracles: {
      'documentVersions.listed': () => expect(world.snapshot().context.document).not.toBeNull(),
      'documentVersions.restoring': () =>
        expect(world.children.get('restore')?.input).toEqual({ id: 'd1', number: 1 }),
    },
  }),
})

describeModel({
  name: 'reader',
  machine: readerMachine,
  model: readerModel,
  rig: (world) => ({
    oracles: {
      'reader.open.loading': () =>
        expect(world.children.get('loadDocument')?.input).toMatchObject({ documentId: 'd1' }),
      'reader.open.gone': () => expect(world.children.size).toBe(0),
      'reader.open.ready': () => expect(world.snapshot().context.source).not.toBeNull(),
      'reader.closed': () => expect(world.children.size).toBe(0),
    },
  }),
})

describeModel({
  name: 'importFaq',
  machine: importFaqMachine,
  model: importFaqModel,
  rig: (world) => ({
    oracles: {
      'importFaq.reading': () =>
        expect(world.children.get('preview')?.input).toMatchObject({ knowledgeBaseId: 'k1' }),
      'importFaq.importing': () =>
        expect(world.children.get('importPairs')?.input).toMatchObject({
          knowledgeBaseId: 'k1',
          approved: world.snapshot().context.approved,
        }),
      'importFaq.imported': () => expect(world.snapshot().context.report.added).toBe(1),
    },
  }),
})
