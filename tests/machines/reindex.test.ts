import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  type IndexDecision,
  reindexMachine,
  type WantedIndex,
} from '../../src/machines/knowledge/reindex.machine.ts'
import {
  DEFAULT_RETRIEVAL_VALUES,
  retrievalSettingsMachine,
  retrievalSettingsOf,
  retrievalValuesOf,
} from '../../src/machines/knowledge/retrieval-settings.machine.ts'
import type { KnowledgeIndex } from '../../src/services/contract/indexes.ts'
import { DEFAULT_RETRIEVAL_SETTINGS } from '../../src/services/contract/knowledge-bases.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { retrievalSettingsModel } from './record.model.ts'
import { reindexModel } from './reindex.model.ts'
import { knowledgeIndex } from './samples.ts'

describeModel({
  name: 'reindex',
  machine: reindexMachine,
  model: reindexModel,
  rig: (world) => ({
    oracles: {
      'reindex.starting': () =>
        expect(world.children.get('start')?.input).toMatchObject({ knowledgeBaseId: 'k1' }),
      'reindex.cancelling': () =>
        expect(world.children.get('decide')?.input).toMatchObject({ decision: 'cancel' }),
      'reindex.publishing': () =>
        expect(world.children.get('decide')?.input).toMatchObject({ decision: 'publish' }),
      'reindex.discarding': () =>
        expect(world.children.get('decide')?.input).toMatchObject({ decision: 'discard' }),
    },
  }),
})

describe('an index that was built between two looks', () => {
  const first = { ...knowledgeIndex('published'), number: 1 }
  const looked = (...indexes: (typeof first)[]) => {
    const reindex = createActor(reindexMachine, { input: { knowledgeBaseId: 'k1' } }).start()
    for (const index of indexes) reindex.send({ type: 'index.read', index })
    return reindex.getSnapshot().value
  }

  it('is told as if it had been followed', () => {
    expect(looked(first, knowledgeIndex('published'))).toEqual({ settled: 'published' })
    expect(looked(first, knowledgeIndex('failed'))).toEqual({ settled: 'failed' })
  })

  it('is no news at the first look, nor when it is read again', () => {
    expect(looked(knowledgeIndex('published'))).toEqual({ settled: 'none' })
    expect(looked(first, first)).toEqual({ settled: 'none' })
    expect(looked(knowledgeIndex('published'), first)).toEqual({ settled: 'none' })
  })
})

it.each(['published', 'failed'] as const)(
  'an index that is read as %s before the answer that it is made is not followed any more',
  async (status) => {
    let answer = (_: KnowledgeIndex) => {}
    const start = fromPromise<KnowledgeIndex, WantedIndex>(() => new Promise((resolve) => (answer = resolve)))
    const machine = reindexMachine.provide({ actors: { start }, actions: { refreshIndexes: () => {} } })
    const reindex = createActor(machine, { input: { knowledgeBaseId: 'k1' } }).start()
    reindex.send({ type: 'index.read', index: { ...knowledgeIndex('published'), id: 'i1', number: 1 } })
    reindex.send({ type: 'reindex.requested' })
    reindex.send({ type: 'index.read', index: knowledgeIndex(status) })
    answer(knowledgeIndex('queued'))
    const { value } = await waitFor(reindex, (snapshot) => !snapshot.matches('starting'))
    expect(value).toEqual({ settled: status })
  },
)

describe.each([
  ['cancel', 'building'],
  ['publish', 'ready'],
  ['discard', 'ready'],
] as const)('[review 4] a refused request to %s', (decision, before) => {
  it.each([
    ['published', { settled: 'published' }],
    ['failed', { settled: 'failed' }],
    ['cancelled', { settled: 'cancelled' }],
    ['ready', { followed: 'worse' }],
    ['building', { followed: 'building' }],
  ] as const)('leads to where the index is that was read as %s', async (status, place) => {
    let refuse = () => {}
    const decide = fromPromise<KnowledgeIndex, { id: string; decision: IndexDecision }>(
      () =>
        new Promise((_, reject) => {
          refuse = () => reject(Object.assign(new Error('409'), { status: 409, code: 'settled' }))
        }),
    )
    const machine = reindexMachine.provide({
      actors: { decide },
      actions: { refreshIndexes: () => {}, showToast: () => {} },
    })
    const reindex = createActor(machine, { input: { knowledgeBaseId: 'k1' } }).start()
    reindex.send({ type: 'index.read', index: knowledgeIndex(before) })
    reindex.send({ type: `${decision}.requested` })
    reindex.send({ type: 'index.read', index: knowledgeIndex(status) })
    refuse()
    const { value } = await waitFor(reindex, (snapshot) => !snapshot.hasTag('busy'))
    expect(value).toEqual(place)
  })
})

describeModel({
  name: 'retrievalSettings',
  machine: retrievalSettingsMachine,
  model: retrievalSettingsModel,
  rig: () => ({ oracles: {} }),
})

describe('the settings of passages and search', () => {
  it('take the assistant’s number of passages as 0', () => {
    expect(DEFAULT_RETRIEVAL_VALUES.top_k).toBe(0)
    expect(retrievalSettingsOf(DEFAULT_RETRIEVAL_VALUES)).toEqual(DEFAULT_RETRIEVAL_SETTINGS)
    const five = { ...DEFAULT_RETRIEVAL_SETTINGS, top_k: 5 }
    expect(retrievalSettingsOf(retrievalValuesOf(five))).toEqual(five)
  })
})
