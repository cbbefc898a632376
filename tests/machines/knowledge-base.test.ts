import { expect } from 'vitest'
import { documentVersionsMachine } from '../../src/machines/knowledge/document-versions.machine.ts'
import { importFaqMachine } from '../../src/machines/knowledge/import-faq.machine.ts'
import { knowledgeBaseMachine } from '../../src/machines/knowledge/knowledge-base.machine.ts'
import { readerMachine } from '../../src/machines/knowledge/reader.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
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
