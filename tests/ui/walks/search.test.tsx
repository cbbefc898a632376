import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AnyStateMachine, fromCallback, fromPromise } from 'xstate'
import { explainPassageMachine } from '../../../src/machines/knowledge/explain-passage.machine.ts'
import { takeGoldenMachine } from '../../../src/machines/knowledge/golden.machine.ts'
import { passageSearchMachine } from '../../../src/machines/knowledge/passage-search.machine.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { retrievalTestMachine } from '../../../src/machines/knowledge/retrieval-test.machine.ts'
import { type ResourceEvent, resourceMachine } from '../../../src/machines/shell/resource/resource.machine.ts'
import type { KnowledgeBase } from '../../../src/services/contract/knowledge-bases.ts'
import { RetrievalTestScreen } from '../../../src/ui/knowledge/retrieval-test/retrieval-test-screen.tsx'
import { SearchScreen } from '../../../src/ui/knowledge/search/search-screen.tsx'
import { openStage, provided, type Scene, still } from '../../harness/stage.tsx'
import { document, integration, knowledgeBase, searchHit } from '../../machines/samples.ts'
import {
  explainPassageModel,
  passageSearchModel,
  retrievalTestModel,
  testResults,
} from '../../machines/search.model.ts'
import { walkView } from './walk.tsx'
import { button } from './walk-form.tsx'

const isShown = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const question = () => page.getByRole('searchbox', { name: 'Question' })
const settings = () => page.getByRole('region', { name: 'Test settings' })
const inSettings = (name: string) => settings().getByRole('button', { name })

const retrievalTestScene = (retrievalTest: AnyStateMachine): Scene => ({
  path: '/knowledge-bases/k1/test',
  view: provided(
    {
      retrievalTest,
      retrievalTestLive: fromCallback(() => {}),
      takeGolden: still(takeGoldenMachine),
      reader: still(readerMachine),
    },
    <RetrievalTestScreen />,
  ),
  data: { knowledgeBase: knowledgeBase() },
})

/** [S2.12] */
walkView({
  machine: retrievalTestMachine,
  model: {
    ...retrievalTestModel,
    events: (snapshot) => {
      const { query, settings: tried } = snapshot.context
      return retrievalTestModel.events(snapshot).filter((event) => {
        // What stands there already is neither typed nor chosen, and what is stored is not reset.
        if (event.type === 'query.changed') return !('text' in event) || event.text !== query
        if (event.type === 'settings.changed') return tried.mode === 'hybrid'
        if (event.type === 'settings.reset') return snapshot.can({ type: 'settings.applied' })
        return !event.type.endsWith('ed') || snapshot.can(event as never)
      })
    },
  },
  scene: retrievalTestScene,
  // The screen hands on what the server has.
  heard: ['stored.read'],
  does: {
    'query.changed': ({ text }) => question().fill(text),
    'query.submitted': async () => {
      await question().click()
      await userEvent.keyboard('{Enter}')
    },
    'settings.changed': () => settings().getByLabelText('Search by').selectOptions('keywords'),
    'settings.reset': () => inSettings('Reset').click(),
    'settings.applied': () => inSettings('Apply these settings').click(),
  },
  sees: {
    retrievalTest: async ({ context }) => {
      await expect.element(question()).toHaveValue(context.query)
      await expect.element(settings().getByLabelText('Search by')).toHaveValue(context.settings.mode)
    },
    'retrievalTest.search.idle': () => isShown('Ask a question to see the passages it finds.'),
    'retrievalTest.search.found': () =>
      expect.element(page.getByRole('list', { name: 'Left out' })).toBeVisible(),
    'retrievalTest.search.nothingFound': ({ context }) => isShown(`No results for “${context.asked}”.`),
    'retrievalTest.search.failed': ({ context }) => isShown(context.error ?? '?'),
    'retrievalTest.application.applying': () => expect.element(inSettings('Applying…')).toBeVisible(),
  },
})

it('[ux 12] explains a high rank score of a passage that is not close to the question', async () => {
  const machine: AnyStateMachine = still(retrievalTestMachine).provide({
    actors: { search: fromPromise(async () => ({ ...testResults, answerable: false })) as never },
  })
  const stage = await openStage(retrievalTestScene(machine))
  await question().fill('boots')
  await userEvent.keyboard('{Enter}')
  const found = page.getByRole('list', { name: 'Found' })
  await expect.element(found).toMatchTextContent('Rank score 100%')
  const notice = page.getByText('Rank scores only compare passages with each other.', { exact: false })
  await expect.element(notice).toBeVisible()
  await expect.element(settings().getByLabelText('Minimum rank score')).toBeInTheDocument()
  await stage.close()
})

it('[S2.12] follows settings that someone else saves during the test', async () => {
  let arrive = (_: KnowledgeBase) => {}
  const resource = resourceMachine.provide({
    actors: {
      query: fromCallback(({ sendBack }) => {
        arrive = (data) => sendBack({ type: 'data.arrived', data } satisfies ResourceEvent)
        arrive(knowledgeBase())
      }),
    },
  })
  const stage = await openStage({ ...retrievalTestScene(still(retrievalTestMachine)), logic: { resource } })
  const mode = settings().getByLabelText('Search by')
  await expect.element(mode).toHaveValue('hybrid')
  const { settings: stored, ...rest } = knowledgeBase()
  arrive({ ...rest, settings: { ...stored, mode: 'keywords' } })
  await expect.element(mode).toHaveValue('keywords')
  await expect.element(settings().getByRole('status')).toHaveTextContent('These are the saved settings.')
  await stage.close()
})

const field = () => page.getByLabelText('Search the documents')
const documentWith = (placeholder: string) =>
  page.getByLabelText('Document', { exact: true }).filter({ has: page.getByText(placeholder) })
const submit = () => button('Search').click()

const search = (machines: object): Scene => ({
  path: '/integrations/i1/search',
  view: provided(machines, provided({ reader: still(readerMachine) }, <SearchScreen />)),
  data: { integration: integration(), knowledgeBases: [knowledgeBase()], documents: [document('d1')] },
})

const scopes = [null, 'd1'].map((documentId) => ({
  type: 'scope.changed' as const,
  scope: { knowledgeBaseId: null, documentId },
}))

/** [S2.17] */
walkView({
  machine: passageSearchMachine,
  model: {
    ...passageSearchModel,
    // What stands there already is neither typed nor picked.
    events: (snapshot) => [
      ...passageSearchModel
        .events(snapshot)
        .filter(
          (event) =>
            event.type !== 'scope.changed' &&
            (event.type !== 'query.submitted' || snapshot.can(event as never)) &&
            !('text' in event && event.text === snapshot.context.query),
        ),
      ...scopes.filter(({ scope }) => scope.documentId !== snapshot.context.scope.documentId),
    ],
  },
  scene: (passageSearch) => search({ passageSearch, explainPassage: still(explainPassageMachine) }),
  does: {
    'query.changed': ({ text }) => field().fill(text),
    'query.submitted': submit,
    'scope.changed': ({ scope }) => documentWith('All documents').selectOptions(scope.documentId ?? ''),
  },
  sees: {
    passageSearch: async ({ context }) => {
      await expect.element(field()).toHaveValue(context.query)
      await expect.element(documentWith('All documents')).toHaveValue(context.scope.documentId ?? '')
    },
    'passageSearch.idle': () => isShown('See the passages the assistant finds.'),
    'passageSearch.searching': () =>
      expect.element(page.getByLabelText('Searching', { exact: true })).toBeVisible(),
    'passageSearch.found': ({ context }) =>
      expect.element(page.getByText(`1 passage for “${context.asked}”`)).toBeVisible(),
    'passageSearch.nothingFound': ({ context }) => isShown(`No results for “${context.asked}”.`),
    'passageSearch.failed': ({ context }) => isShown(context.error ?? '?'),
  },
})

const searched: AnyStateMachine = still(passageSearchMachine).provide({
  actors: {
    searchPassages: fromPromise(async () => ({
      hits: [searchHit('p2')],
      searched: 12,
      answerable: true,
      language_unknown: false,
      took_ms: 40,
    })) as never,
  },
})
const passages = () => page.getByRole('list', { name: 'Passages' })
const passage = () => passages().getByRole('button')
const said = () => passages().getByRole('status')
const isRefused = async (reason: string | null) => {
  await expect.element(page.getByRole('alert')).toHaveTextContent(reason ?? '?')
  await expect.element(button('Try Again')).not.toBeInTheDocument()
}

walkView({
  machine: explainPassageMachine,
  model: {
    ...explainPassageModel,
    // One that is picked already is not picked again; a passage is, once what became of it is said.
    events: (snapshot) =>
      explainPassageModel
        .events(snapshot)
        .filter(
          ({ type }) =>
            (type !== 'document.picked' || snapshot.context.documentId === null) &&
            (type !== 'passage.picked' || !snapshot.matches({ choosingPassage: 'explaining' })),
        ),
  },
  scene: (explainPassage) => search({ passageSearch: searched, explainPassage }),
  begin: async () => {
    await field().fill('boots')
    await submit()
    await expect.element(page.getByRole('heading', { name: 'Expected a different passage?' })).toBeVisible()
  },
  does: {
    'document.picked': ({ id }) => documentWith('Choose its document').selectOptions(id),
    'passage.picked': () => passage().click(),
    'retry.requested': () => button('Try Again').click(),
  },
  sees: {
    'explainPassage.choosingDocument': () =>
      expect.element(documentWith('Choose its document')).toHaveValue(''),
    'explainPassage.loadingPassages': () => expect.element(passage()).not.toBeInTheDocument(),
    'explainPassage.unreadable': ({ context }) =>
      expect.element(page.getByRole('main')).toMatchTextContent(context.error ?? '?'),
    'explainPassage.refused': ({ context }) => isRefused(context.error),
    'explainPassage.choosingPassage': ({ context }) =>
      expect.element(passage()).toHaveAttribute('aria-pressed', String(context.passage !== null)),
    'explainPassage.choosingPassage.open': () => expect.element(said()).not.toBeInTheDocument(),
    'explainPassage.choosingPassage.explaining': () => expect.element(said()).not.toMatchTextContent(/\w/),
    'explainPassage.choosingPassage.explained': () =>
      expect.element(said()).toMatchTextContent('Left out: the assistant is limited to'),
    'explainPassage.choosingPassage.refused': async ({ context }) => {
      await isRefused(context.error)
      await expect.element(said()).not.toMatchTextContent(/\w/)
    },
    'explainPassage.choosingPassage.unexplained': ({ context }) =>
      expect.element(page.getByRole('main')).toMatchTextContent(context.error ?? '?'),
  },
})

it('[43.1] shows the tables of hits and of expected passages as sentences', async () => {
  const content = '| Repair | Price |\n| --- | --- |\n| New outsole | 85 euros |'
  const hit = { ...searchHit('p1'), passage: { ...searchHit('p1').passage, content }, matches: [] }
  const passageSearch: AnyStateMachine = still(passageSearchMachine).provide({
    actors: {
      searchPassages: fromPromise(async () => ({
        hits: [hit],
        searched: 12,
        answerable: true,
        language_unknown: false,
        took_ms: 40,
      })) as never,
    },
  })
  const explainPassage: AnyStateMachine = still(explainPassageMachine).provide({
    actors: { loadPassages: fromPromise(async () => [hit.passage]) as never },
  })
  const stage = await openStage(search({ passageSearch, explainPassage }))
  await field().fill('boots')
  await submit()
  await documentWith('Choose its document').selectOptions('d1')
  await expect.element(passage()).toMatchTextContent('Repair: New outsole. Price: 85 euros.')
  await expect.element(page.getByRole('main')).not.toMatchTextContent('|')
  await stage.close()
})
