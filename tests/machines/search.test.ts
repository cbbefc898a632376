import { describe, expect, it, onTestFinished } from 'vitest'
import { createActor, fromPromise, type InputFrom } from 'xstate'
import { explainPassageMachine } from '../../src/machines/knowledge/explain-passage.machine.ts'
import {
  passageSearchMachine,
  type SearchScope,
} from '../../src/machines/knowledge/passage-search.machine.ts'
import { retrievalTestMachine, type Tried } from '../../src/machines/knowledge/retrieval-test.machine.ts'
import type { RetrievalTestResults, SearchResults } from '../../src/services/contract/search.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type FakeChild, fakeActors, fakeEffects } from '../harness/model/fakes.ts'
import { searchHit } from './samples.ts'
import { explainPassageModel, passageSearchModel, retrievalTestModel } from './search.model.ts'

describeModel({
  name: 'passageSearch',
  machine: passageSearchMachine,
  model: passageSearchModel,
  rig: (world) => ({
    oracles: {
      'passageSearch.searching': () =>
        expect(world.children.get('searchPassages')?.input).toEqual({
          integrationId: 'i1',
          query: 'boots',
          scope: world.snapshot().context.scope,
        }),
      'passageSearch.found': () => expect(world.snapshot().context.results.hits).not.toEqual([]),
      'passageSearch.nothingFound': () => expect(world.snapshot().context.results.hits).toEqual([]),
      'passageSearch.failed': () => expect(world.snapshot().context.asked).toBe('boots'),
    },
  }),
})

describe('[S2.17] a search', () => {
  it('shows the answer to the last query only, however late the first one comes', async () => {
    const answers = new Map<string, (results: SearchResults) => void>()
    const search = createActor(
      passageSearchMachine.provide({
        actors: {
          searchPassages: fromPromise(
            ({ input }: { input: { integrationId: string; query: string; scope: SearchScope } }) =>
              new Promise<SearchResults>((resolve) => answers.set(input.query, resolve)),
          ),
        },
      }),
      { input: { integrationId: 'i1' } },
    ).start()
    for (const text of ['boots', ' shoes ']) {
      search.send({ type: 'query.changed', text })
      search.send({ type: 'query.submitted' })
    }
    const of = (id: string) => ({
      hits: [searchHit(id)],
      searched: 1,
      answerable: true,
      language_unknown: false,
      took_ms: 1,
    })
    answers.get('shoes')?.(of('shoes'))
    answers.get('boots')?.(of('boots'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(search.getSnapshot().context).toMatchObject({ asked: 'shoes', results: of('shoes') })
  })
})

describeModel({
  name: 'explainPassage',
  machine: explainPassageMachine,
  model: explainPassageModel,
  rig: (world) => ({
    oracles: {
      'explainPassage.loadingPassages': () =>
        expect(world.children.get('loadPassages')?.input).toEqual({ documentId: 'd1' }),
      'explainPassage.choosingPassage': () => expect(world.snapshot().context.passages).toHaveLength(1),
      'explainPassage.choosingPassage.explaining': () =>
        expect(world.children.get('explain')?.input).toEqual({
          integrationId: 'i1',
          query: 'boots',
          passageId: 'p1',
        }),
      'explainPassage.choosingPassage.explained': () =>
        expect(world.snapshot().context.explanation).not.toBeNull(),
    },
  }),
})

describeModel({
  name: 'retrievalTest',
  machine: retrievalTestMachine,
  model: retrievalTestModel,
  rig: (world) => ({
    oracles: {
      'retrievalTest.search.searching': () => {
        const { asked, settings } = world.snapshot().context
        expect(world.children.get('search')?.input).toEqual({ knowledgeBaseId: 'k1', query: asked, settings })
      },
      'retrievalTest.application.applying': () =>
        expect(world.children.get('applySettings')?.input).toEqual({
          knowledgeBaseId: 'k1',
          changes: { mode: 'keywords' },
        }),
    },
  }),
})

const beginTest = () => {
  const children = new Map<string, FakeChild>()
  const test = createActor(
    retrievalTestMachine.provide({
      actors: fakeActors(retrievalTestMachine, children),
      actions: fakeEffects(retrievalTestMachine, []),
    }),
    { input: retrievalTestModel.input as InputFrom<typeof retrievalTestMachine> },
  ).start()
  onTestFinished(() => void test.stop())
  return { test, children }
}

it('[S2.12] does not count settings as stored that were changed while others were applied', () => {
  const { test, children } = beginTest()
  test.send({ type: 'settings.changed', settings: { top_k: 3 } })
  test.send({ type: 'settings.applied' })
  test.send({ type: 'settings.changed', settings: { top_k: 9 } })
  children.get('applySettings')?.done(undefined)
  expect(test.getSnapshot().context).toMatchObject({ stored: { top_k: 3 }, settings: { top_k: 9 } })
  expect(test.getSnapshot().can({ type: 'settings.applied' })).toBe(true)
})

it('[S2.12] applies only the settings that are tried, and takes over those that someone else has saved', () => {
  const { test, children } = beginTest()
  const stored = { mode: 'hybrid', top_k: null, score_threshold: 0.3 } as const
  test.send({ type: 'settings.changed', settings: { mode: 'keywords' } })
  test.send({ type: 'stored.read', stored })
  expect(test.getSnapshot().context.settings).toEqual({ ...stored, mode: 'keywords' })
  test.send({ type: 'settings.applied' })
  expect(children.get('applySettings')?.input).toEqual({
    knowledgeBaseId: 'k1',
    changes: { mode: 'keywords' },
  })
  test.send({ type: 'stored.read', stored: { ...stored, score_threshold: 0.5 } })
  children.get('applySettings')?.done(undefined)
  const applied = { ...stored, mode: 'keywords', score_threshold: 0.5 }
  expect(test.getSnapshot().context).toMatchObject({ stored: applied, settings: applied })
  expect(test.getSnapshot().can({ type: 'settings.applied' })).toBe(false)
})

it('[S2.12] searches again once the stored settings are others', () => {
  const { test } = beginTest()
  test.send({ type: 'query.changed', text: 'boots' })
  test.send({ type: 'query.submitted' })
  const { stored } = test.getSnapshot().context
  test.send({ type: 'stored.read', stored: { ...stored } })
  expect(test.getSnapshot().value).toMatchObject({ search: 'searching' })
  test.send({ type: 'stored.read', stored: { ...stored, mode: 'keywords' } })
  expect(test.getSnapshot()).toMatchObject({
    value: { search: 'settling' },
    context: { settings: { mode: 'keywords' } },
  })
})

it('[S2.12] asks a question that came with the address at once', () => {
  const machine = retrievalTestMachine.provide({
    actors: {
      search: fromPromise<RetrievalTestResults, Tried & { query: string }>(() => new Promise(() => {})),
    },
  })
  const test = createActor(machine, {
    input: {
      knowledgeBaseId: 'k1',
      query: 'boots',
      stored: { mode: 'hybrid', top_k: null, score_threshold: 0 },
    },
  }).start()
  expect(test.getSnapshot()).toMatchObject({ value: { search: 'searching' }, context: { asked: 'boots' } })
  test.stop()
})
