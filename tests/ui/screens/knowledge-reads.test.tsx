import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fromCallback } from 'xstate'
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
import { goldenRunMachine } from '../../../src/machines/knowledge/golden.machine.ts'
import { importFaqMachine } from '../../../src/machines/knowledge/import-faq.machine.ts'
import { knowledgeBaseMachine } from '../../../src/machines/knowledge/knowledge-base.machine.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { reindexMachine } from '../../../src/machines/knowledge/reindex.machine.ts'
import { retrievalSettingsMachine } from '../../../src/machines/knowledge/retrieval-settings.machine.ts'
import { webSourcesMachine } from '../../../src/machines/knowledge/web-sources.machine.ts'
import { confirmationMachine } from '../../../src/machines/shared/confirmation.machine.ts'
import { type ResourceEvent, resourceMachine } from '../../../src/machines/shell/resource/resource.machine.ts'
import type { Document } from '../../../src/services/contract/documents.ts'
import type { ConnectedSource } from '../../../src/services/contract/sources.ts'
import { GoldenQuestionsScreen } from '../../../src/ui/knowledge/golden-questions/golden-questions-screen.tsx'
import { KnowledgeBaseScreen } from '../../../src/ui/knowledge/knowledge-base/knowledge-base-screen.tsx'
import { openStage, provided, still } from '../../harness/stage.tsx'
import { writeGoldenModel } from '../../machines/knowledge-forms.model.ts'
import { document, goldenQuestion, knowledgeBase } from '../../machines/samples.ts'

/** Reads this data by name; reading anything else fails. */
const reading = (data: Record<string, unknown>) =>
  resourceMachine.provide({
    actors: {
      query: fromCallback(({ input, sendBack }) =>
        sendBack(
          (input.name in data
            ? { type: 'data.arrived', data: data[input.name] }
            : { type: 'data.failed', error: new Error('offline') }) satisfies ResourceEvent,
        ),
      ),
    },
  })

const NOTION = {
  id: 's1',
  kind: 'connector',
  connector: 'notion',
  url: 'https://api.notion.com',
  choices: [],
  refresh: 'daily',
  status: 'ready',
  progress: null,
  error: null,
  report: null,
  pages: 3,
  missing: 0,
  last_read_at: null,
  follows_readers: false,
} as unknown as ConnectedSource

const openKnowledgeBase = (path: string, data: Record<string, unknown>, documents: Document[] = []) =>
  openStage({
    path,
    view: provided(
      {
        knowledgeBase: still(knowledgeBaseMachine).provide({
          actors: {
            writeText: still(writeTextMachine),
            writeFaq: still(writeFaqMachine),
            editPassage: still(editPassageMachine),
            reader: still(readerMachine),
          },
        }),
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
        changeReaders: still(changeReadersMachine),
        createIntegration: still(createIntegrationMachine),
        retrievalSettings: still(retrievalSettingsMachine),
      },
      <KnowledgeBaseScreen />,
    ),
    data: { documentsPages: documents },
    logic: { resource: reading({ knowledgeBase: knowledgeBase(), ...data }) },
  })

const retry = (name: string) =>
  page.getByRole('group', { name, exact: true }).getByRole('button', { name: 'Try Again' })
const change = () => page.getByRole('button', { name: `Change ${NOTION.url}` })

it('[43.1] does not take sources, kinds of sources or indexes that could not be read for none', async () => {
  const stage = await openKnowledgeBase('/knowledge-bases/k1', {})
  for (const name of ['Sources', 'Kinds of sources', 'Indexes'])
    await expect.element(retry(name)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add source' })).toBeEnabled()
  await stage.close()
})

it.each([
  ['known, not before', {}, false],
  ['known', { connectors: [{ kind: 'notion', name: 'Notion', fields: [] }] }, true],
])('[43.1] a source is changed only if its service is %s', async (_, more, enabled) => {
  const stage = await openKnowledgeBase('/knowledge-bases/k1', { webSources: [NOTION], ...more })
  await expect.element(change()).toBeVisible()
  expect(change().element().hasAttribute('disabled')).toBe(!enabled)
  await stage.close()
})

it('says where a site has moved', async () => {
  const moved = {
    ...NOTION,
    kind: 'site',
    url: 'http://docs.lectern.test/',
    report: { moved_to: 'https://docs.lectern.test/', skipped: [], skipped_count: 0 },
  }
  const stage = await openKnowledgeBase('/knowledge-bases/k1', { webSources: [moved], connectors: [] })
  await expect
    .element(page.getByText('The site has moved to https://docs.lectern.test/.', { exact: false }))
    .toBeVisible()
  await stage.close()
})

it('writes how many documents are selected as all numbers are written', async () => {
  const documents = Array.from({ length: 1001 }, (_, n) => document(`d${n}`))
  const stage = await openKnowledgeBase('/knowledge-bases/k1', {}, documents)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await expect.element(page.getByText('1,001 of 1,001 selected')).toBeVisible()
  await stage.close()
})

it('[43.1] shows no empty history of indexes that could not be read, and says so once', async () => {
  const stage = await openKnowledgeBase('/knowledge-bases/k1?part=settings', {})
  await expect.element(retry('Indexes')).toBeVisible()
  expect(retry('Indexes').elements()).toHaveLength(1)
  expect(page.getByRole('list', { name: 'Indexes' }).elements()).toHaveLength(0)
  await stage.close()
})

it('[43.1] offers no run of golden questions while it is unknown whether one is under way', async () => {
  const stage = await openStage({
    path: '/knowledge-bases/k1/golden-questions',
    view: provided(
      {
        goldenLive: fromCallback(() => {}),
        goldenRun: still(goldenRunMachine),
        writeGolden: still(writeGoldenModel.machine),
        deleteGolden: still(confirmationMachine),
      },
      <GoldenQuestionsScreen />,
    ),
    logic: { resource: reading({ goldenQuestions: [goldenQuestion('g1')] }) },
  })
  await expect.element(retry('Found per run')).toBeVisible()
  expect(page.getByRole('button', { name: 'Run now' }).elements()).toHaveLength(0)
  await stage.close()
})
