import { afterAll, describe, expect, it } from 'vitest'
import { createSupportCheck } from '../../../server/answering/support.ts'
import { createEmbeddedEmbedder } from '../../../server/retrieval/embedded-embedder.ts'
import { createModelScale } from '../../../server/retrieval/model-scale.ts'
import { startWorker } from '../../../server/workers.ts'
import { hit } from './hits.ts'

describe('[S2.17] the support of an answer by its passages', () => {
  const embedder = createEmbeddedEmbedder({
    startWorker: (workerData) => startWorker('retrieval/embed', { workerData }),
  })
  const check = createSupportCheck({ embedder, scale: createModelScale(embedder) })
  afterAll(() => embedder.close())
  const hits = [
    hit('You may return unworn boots within 60 days of delivery. Send them in the original box.'),
    hit('A new outsole costs 85 euros and takes three weeks in the workshop.', { passageId: 'two' }),
  ]
  const unsupported = async (content: string) =>
    (await check(content, hits)).map(({ start, end }) => content.slice(start, end))

  it.each([
    ['You may return unworn boots within 60 days. [1]'],
    ['Boots that were not worn can be sent back within 60 days of their delivery [1].'],
    ['A new outsole costs 85 euros. [2] Send boots in the original box. [1]'],
    ['Yes, of course! [1]'],
    ['# Anything may stand in a heading\n\n```\nconst anything = "may stand in code"\n```'],
  ])('supports %s', async (content) => {
    expect(await unsupported(content)).toEqual([])
  })

  it.each([
    ['You may return unworn boots within 90 days. [1]', /90 days/],
    ['A new outsole costs 85 euros. [2] The workshop in Bergen opens on Sundays at noon.', /Sundays/],
    ['A new outsole costs 85 euros. [1]', /85 euros/],
    ['A new outsole costs 85 euros. [1] Send them in the original box. [1]', /85 euros/],
  ])('marks what no passage says in %s', async (content, expected) => {
    expect(await unsupported(content)).toEqual([expect.stringMatching(expected)])
  })
})
