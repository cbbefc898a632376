import { describe, expect, it } from 'vitest'
import { createRemoteEmbedder } from '../../../server/knowledge/retrieval/remote-embedder.ts'
import { demoFile } from '../../harness/files.ts'
import { createClient } from '../../harness/knowledge.ts'
import { startModelServer } from '../../harness/model.ts'
import { serveOrganization } from '../../harness/serve.ts'
import { startTestServer } from '../../harness/server.ts'

/** Questions in a customer's words, with a part of the passage that answers them. */
const GOLD: [string, string][] = [
  ['How many days do I have to send back a pair that does not fit?', 'within 60 days'],
  ['When do I get my money back?', '5 working days'],
  ['Is sending a parcel back free of charge?', 'Returns from Norway'],
  ['Can I swap for a bigger size?', 'An exchange for another size'],
  ['Which things may not be sent back?', 'Boots made to measure'],
  ['What does a new sole cost?', '85 euros'],
  ['How much is it to replace a zipper?', '45 euros'],
  ['How do I post boots to the workshop?', 'Clean the boots'],
  ['Do you fix torn seams for nothing?', 'Seams, eyelets and hooks'],
  ['My dog ate my boots', 'chewed by a dog'],
  ['Which size is a foot of 27 cm?', '27.0 cm'],
  ['Do you have boots for broad feet?', 'regular and a wide fitting'],
  ['What size should I buy for my child?', 'grow about 1.5'],
  ['May I dry boots near the fire?', 'Never put them on a radiator'],
  ['How do I get rid of salt stains?', 'vinegar'],
  ['Can I put grease on the Polar?', 'do not use oil or fat'],
  ['Are any of your boots vegan?', 'holds no animal products'],
  ['What is the shipping price to Germany?', 'Country: Germany'],
  ['How long does express delivery to the United States take?', 'Country: United States'],
  ['How much discount may staff give?', '10 percent'],
  ['What do I do when a colleague is hurt?', 'Call 113'],
  ['Who runs the workshop?', 'Ingrid Halvorsen'],
  ['When are the shops closed?', 'stay closed on Sundays'],
  ['How many times can the Fjord be resoled?', 'three times for the Fjord'],
]

const OFF_TOPIC = [
  'Who won the world cup in 2018?',
  'How do I cook rice?',
  'How tall is Mount Everest?',
  'Write me a poem about love',
  'What is the weather tomorrow?',
  'How do I reset my password?',
  'asdf qwer zxcv',
  'Translate good morning to French',
]

describe('search', async () => {
  const search = (question: string) => server.retrieval.search(question, [id], { closed: new Set() })

  const { server, ann, organizationId } = await serveOrganization()
  const id = (await ann.knowledgeBase(organizationId)).id
  const names = ['returns-policy.md', 'repair-promise.html', 'sizing-guide.md', 'leather-care.md']
  const others = ['shipping-rates.csv', 'shop-floor-guide.md', 'workshop-notes.txt']
  await ann.upload(id, await Promise.all([...names, ...others].map(demoFile)))
  await ann.settled(id)

  it('finds the right passage among the first five for five of six questions, first for more than half', async () => {
    const ranks = await Promise.all(
      GOLD.map(async ([question, part]) => {
        const { hits } = await search(question)
        return { question, rank: hits.findIndex(({ content }) => content.includes(part)) + 1 }
      }),
    )
    const missed = ranks.filter(({ rank }) => rank === 0 || rank > 5)
    const first = ranks.filter(({ rank }) => rank === 1)
    expect(missed.length, missed.map(({ question }) => question).join(' ')).toBeLessThanOrEqual(4)
    expect(first.length).toBeGreaterThan(GOLD.length / 2)
  })

  it('says of nine of ten questions that they can be answered, and of seven of eight others that they cannot', async () => {
    const answerable = async (questions: string[]) => {
      const found = await Promise.all(questions.map(search))
      return questions.filter((_, index) => found[index]?.answerable)
    }
    const good = await answerable(GOLD.map(([question]) => question))
    expect(good.length).toBeGreaterThanOrEqual(GOLD.length * 0.9)
    expect((await answerable(OFF_TOPIC)).length).toBeLessThanOrEqual(1)
  })

  it('tells why each passage was found', async () => {
    const { hits, searched } = await search('salt stains')
    expect(searched).toBeGreaterThan(30)
    expect(hits[0]).toMatchObject({
      documentName: 'leather-care.md',
      headingPath: ['Caring for your boots', 'Salt stains'],
      textRank: 1,
    })
    expect(hits[0]?.coverage).toBeCloseTo(1)
    for (const hit of hits) expect(hit.textRank !== null || hit.vectorRank !== null).toBe(true)
    const scores = hits.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })

  it('finds nothing where there is nothing, and takes an empty question', async () => {
    expect(await server.retrieval.search('boots', [], { closed: new Set() })).toMatchObject({
      hits: [],
      searched: 0,
      answerable: false,
    })
    expect((await search('')).answerable).toBe(false)
  })
})

describe('embeddings of an outside model', () => {
  it('come back in order, of length 1, with their dimensions known', async () => {
    const model = await startModelServer()
    const embedder = createRemoteEmbedder(model.endpoint)
    expect(embedder.dimensions()).toBeNull()
    const [boots, train] = await embedder.embed(['a boot', 'a train'], 'now')
    expect(boots?.[0]).toBeGreaterThan(0.99)
    expect(train?.[2]).toBeGreaterThan(0.99)
    expect(embedder.dimensions()).toBe(4)
    await model.close()
  })

  it.each(['a short vector', 'a vector with a gap'])('are refused when one is %s', async (text) => {
    const model = await startModelServer()
    const embedder = createRemoteEmbedder(model.endpoint)
    await embedder.embed(['a boot'], 'now')
    await expect(embedder.embed(['a train', text], 'now')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('the embedding endpoint gave') },
    })
    await model.close()
  })

  it('are searched, and those of another model are passed over', async () => {
    const model = await startModelServer()
    const server = await startTestServer({ embeddings: model.endpoint })
    const person = await server.register()
    const ann = createClient(server.url, person)
    const id = await ann.filled((await server.found(person)).id, [
      { name: 'a.txt', content: 'The coffee machine stands in the kitchen.' },
      { name: 'b.txt', content: 'The train leaves at nine.' },
    ])
    const { hits } = await server.retrieval.search('train', [id], { closed: new Set() })
    expect(hits[0]).toMatchObject({ documentName: 'b.txt', vectorRank: 1 })
    expect(hits[0]?.cosine).toBeGreaterThan(0.99)
    await server.close()
    await model.close()
  })
})
