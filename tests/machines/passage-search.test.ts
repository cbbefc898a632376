import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import {
  passageSearchMachine,
  type SearchScope,
} from '../../src/machines/knowledge/passage-search.machine.ts'
import type { SearchResults } from '../../src/services/contract/search.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { searchHit } from './samples.ts'
import { passageSearchModel } from './search.model.ts'

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
