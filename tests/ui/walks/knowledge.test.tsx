import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnyStateMachine, SnapshotFrom } from 'xstate'
import { createIntegrationMachine } from '../../../src/machines/assistants/create-integration.machine.ts'
import { changeKnowledgeBaseMachine } from '../../../src/machines/knowledge/change-knowledge-base.machine.ts'
import { changeReadersMachine } from '../../../src/machines/knowledge/change-readers.machine.ts'
import { connectMachine } from '../../../src/machines/knowledge/connect.machine.ts'
import { crawlMachine } from '../../../src/machines/knowledge/crawl.machine.ts'
import { documentFileMachine } from '../../../src/machines/knowledge/document-file.machine.ts'
import {
  editPassageMachine,
  renameDocumentMachine,
  writeFaqMachine,
  writeTextMachine,
} from '../../../src/machines/knowledge/document-forms.machine.ts'
import { documentVersionsMachine } from '../../../src/machines/knowledge/document-versions.machine.ts'
import { importFaqMachine } from '../../../src/machines/knowledge/import-faq.machine.ts'
import { knowledgeBaseMachine } from '../../../src/machines/knowledge/knowledge-base.machine.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { reindexMachine } from '../../../src/machines/knowledge/reindex.machine.ts'
import { uploadMachine } from '../../../src/machines/knowledge/upload.machine.ts'
import type { ChosenFile } from '../../../src/machines/knowledge/upload.setup.ts'
import { webSourcesMachine } from '../../../src/machines/knowledge/web-sources.machine.ts'
import { confirmationMachine } from '../../../src/machines/shared/confirmation.machine.ts'
import type { Document } from '../../../src/services/contract/documents.ts'
import { KnowledgeBaseScreen } from '../../../src/ui/knowledge/knowledge-base/knowledge-base-screen.tsx'
import { FileDrop } from '../../../src/ui/parts/file-drop.tsx'
import { UploadState } from '../../../src/ui/parts/upload-state.tsx'
import { openStage, provided, type Scene, Started, still } from '../../harness/stage.tsx'
import { knowledgeBaseModel } from '../../machines/knowledge-base.model.ts'
import { knowledgeBase, document as sampleDocument } from '../../machines/samples.ts'
import { uploadModel } from '../../machines/upload.model.ts'
import { walkView } from './walk.tsx'
import { button } from './walk-form.tsx'

const main = () => page.getByRole('main')
const files = (count: number, noun = count === 1 ? 'file' : 'files') => `${count} ${noun}`

/** Files on their way. */
walkView({
  machine: uploadMachine,
  model: uploadModel,
  scene: (upload) => ({
    view: (
      <Started machine={upload} input={uploadModel.input}>
        {(actor) => (
          <>
            <FileDrop onFiles={(chosen) => actor.send({ type: 'files.chosen', files: chosen })} />
            <UploadState actor={actor} />
          </>
        )}
      </Started>
    ),
  }),
  heard: ['upload.progressed', 'upload.answered', 'upload.failed', 'line.returned'],
  does: {
    // What cannot be sent is dropped, and a dialog that is closed chooses nothing.
    'files.chosen': (event, { actor }) => {
      const chosen = event.files as readonly ChosenFile[]
      if (chosen.length === 0 || chosen.some(({ size }) => size !== 1000)) return actor().send(event)
      return page
        .getByLabelText('Choose files')
        .upload(chosen.map(({ name, size }) => new File([new Uint8Array(size)], name)))
    },
    'upload.cancelled': () => button('Cancel').click(),
    'namesakes.decided': ({ sameName }) => button(sameName === 'replace' ? 'Replace' : 'Keep Both').click(),
    'retry.requested': () => button('Try Again').click(),
    'report.dismissed': () => button('Dismiss').click(),
  },
  sees: {
    'upload.asking': () => expect.element(main()).toMatchTextContent('Replace, or keep both?'),
    'upload.idle': async () => {
      await expect.element(button('Cancel')).not.toBeInTheDocument()
      await expect.element(button('Dismiss')).not.toBeInTheDocument()
    },
    'upload.sending': ({ context: { sending, waiting } }) =>
      expect
        .element(main())
        .toMatchTextContent(
          `Sending ${files(sending.length)}${waiting.length > 0 ? ` · ${waiting.length} waiting` : ''}`,
        ),
    'upload.reported': async ({ context: { accepted, refusals } }) => {
      await expect
        .element(main())
        .toMatchTextContent(accepted === 0 ? 'No files added' : `${files(accepted)} added`)
      for (const { reason } of refusals) await expect.element(main()).toMatchTextContent(reason)
    },
    'upload.failed': async ({ context }) => {
      await expect.element(button('Try Again')).toBeVisible()
      await expect.element(main()).toMatchTextContent(context.error ?? '?')
    },
  },
})

const FAILED: Document = {
  ...sampleDocument('d1'),
  status: 'failed',
  error: { code: 'unreadable', message: 'It is damaged.', hint: 'Save it anew.' },
}
const TYPED: Document = {
  ...sampleDocument('d2'),
  source: 'text',
  type: 'md',
  name: 'Hours',
  status: 'ready',
}
const PAIR: Document = { ...TYPED, id: 'd3', source: 'faq', name: 'When do you open?' }
const DOCUMENTS = [FAILED, TYPED, PAIR]

type Snapshot = SnapshotFrom<typeof knowledgeBaseMachine>
const RESTING = { filter: 'applied', selection: 'none', change: 'idle', text: 'idle' } as const
/** The other regions rest while one is walked: each goes its own way. */
const aloneIn = (snapshot: Snapshot, region: keyof typeof RESTING) =>
  (Object.keys(RESTING) as (keyof typeof RESTING)[]).every(
    (other) => other === region || snapshot.matches({ [other]: RESTING[other] } as never),
  )
/** The box above the list selects all, or, once all are selected, none. */
const isOffered = ({ context: { selected } }: Snapshot, ids: readonly string[]) =>
  ids.length === 0 ? selected.length === 3 : selected.length < 3

const search = () => page.getByLabelText('Search documents')
const isFollowing = (busy: string) =>
  expect.poll(() => document.querySelector('search')?.getAttribute('aria-busy')).toBe(busy)
/** In the row of the document, not in the bar of those selected. */
const retry = () =>
  page.getByRole('list', { name: 'Documents' }).getByRole('button', { name: 'Try again', exact: true })
const form = () => page.getByRole('dialog', { name: /^Edit (text|question)/ })

const dialogs = {
  writeText: still(writeTextMachine),
  writeFaq: still(writeFaqMachine),
  editPassage: still(editPassageMachine),
  reader: still(readerMachine),
}

const baseScene = (machine: AnyStateMachine): Scene => ({
  path: '/knowledge-bases/k1',
  view: provided(
    {
      knowledgeBase: machine,
      createIntegration: still(createIntegrationMachine),
      changeKnowledgeBase: still(changeKnowledgeBaseMachine),
      deleteKnowledgeBase: still(confirmationMachine),
      deleteDocuments: still(confirmationMachine),
      deleteSource: still(confirmationMachine),
      renameDocument: still(renameDocumentMachine),
      documentFile: still(documentFileMachine),
      documentVersions: still(documentVersionsMachine),
      importFaq: still(importFaqMachine),
      crawl: still(crawlMachine),
      connect: still(connectMachine),
      webSources: still(webSourcesMachine),
      reindex: still(reindexMachine),
    },
    provided({ changeReaders: still(changeReadersMachine) }, <KnowledgeBaseScreen />),
  ),
  data: {
    knowledgeBase: knowledgeBase({
      counts: { ...knowledgeBase().counts, documents: 3 },
      integration_ids: ['i1'],
    }),
    restrictedBases: [],
    restrictedDocuments: [],
    webSources: [],
    connectors: [],
    indexes: [],
    documentsPages: DOCUMENTS,
  },
})

/** [S2.12] */
walkView({
  machine: knowledgeBaseMachine,
  model: {
    ...knowledgeBaseModel,
    events: (snapshot) => [
      ...(aloneIn(snapshot, 'filter')
        ? [{ type: 'live.opened' }, { type: 'live.lost' }, { type: 'filter.changed', change: { q: 'd1' } }]
        : []),
      ...(aloneIn(snapshot, 'selection')
        ? [
            { type: 'document.toggled', id: 'd1' },
            { type: 'documents.selected', ids: ['d1', 'd2', 'd3'] },
            { type: 'documents.selected', ids: [] },
            { type: 'documents.read', ids: ['d2', 'd3'] },
            { type: 'selection.cleared' },
          ].filter(({ ids }) => ids === undefined || isOffered(snapshot, ids))
        : []),
      ...(aloneIn(snapshot, 'change')
        ? [{ type: 'change.requested', ids: ['d1'], action: 'retry', ofSelection: false }]
        : []),
      ...(aloneIn(snapshot, 'text')
        ? [TYPED, PAIR].map(({ id, source, name }) => ({
            type: 'text.requested',
            document: { id, source, name, enabled: true },
          }))
        : []),
    ],
  },
  scene: baseScene,
  actors: dialogs,
  heard: ['live.opened', 'live.lost'],
  does: {
    'filter.changed': async ({ change }) => {
      if ((search().element() as HTMLInputElement).value === change.q) await search().fill('')
      await search().fill(change.q)
    },
    'document.toggled': () => page.getByLabelText(`Select ${FAILED.name}`).click({ force: true }),
    'documents.selected': () => page.getByLabelText('Select all on this page').click({ force: true }),
    'documents.read': async ({ ids }, { change }) => {
      for (const documents of [DOCUMENTS.filter(({ id }) => ids.includes(id)), DOCUMENTS]) {
        change({ documentsPages: documents })
        await expect.poll(() => page.getByLabelText(/^Select [^a]/).all()).toHaveLength(documents.length)
      }
    },
    'selection.cleared': () => button('Clear selection').click(),
    'change.requested': () => retry().click(),
    'text.requested': async ({ document: { name } }) => {
      await button(`Actions for ${name}`).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
    },
    // The form opens over the list, and is left.
    'xstate.done.actor.loadText': async ({ output }, { children }) => {
      children.get('loadText')?.done(output)
      await expect.element(form()).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await expect.element(form()).not.toBeInTheDocument()
    },
  },
  exceptions: {
    'knowledgeBase | passage.saved | 0':
      'The Reader and the form lie over the list: a journey edits a passage.',
  },
  sees: {
    knowledgeBase: () => expect.element(page.getByRole('list', { name: 'Documents' })).toBeVisible(),
    'knowledgeBase.filter.typing': () => isFollowing('true'),
    'knowledgeBase.filter.applied': () => isFollowing('false'),
    'knowledgeBase.selection.none': () => expect.element(main()).not.toMatchTextContent('selected'),
    'knowledgeBase.selection.some': (snapshot) =>
      expect
        .element(main())
        .toMatchTextContent(
          snapshot.matches({ change: 'changing' }) ? /\d of 3 selected · Saving…/ : /\d of 3 selected/,
        ),
    'knowledgeBase.change.idle': () => expect.element(retry()).toBeEnabled(),
    'knowledgeBase.change.changing': async () => {
      await expect.element(retry()).toBeDisabled()
      await button(`Actions for ${FAILED.name}`).click()
      for (const name of ['Try again', 'Disable'])
        await expect
          .element(page.getByRole('menuitem', { name, exact: true }))
          .toHaveAttribute('aria-disabled', 'true')
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    },
  },
})

it('the question before several documents are deleted does not speak of one', async () => {
  const stage = await openStage(baseScene(still(knowledgeBaseMachine).provide({ actors: dialogs })))
  await page.getByLabelText('Select all on this page').click({ force: true })
  const section = page.getByRole('region', { name: 'Documents', exact: true })
  await section.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Delete 3 documents?' }))
    .toMatchTextContent('Assistants immediately stop quoting what you delete.')
  await stage.close()
})
