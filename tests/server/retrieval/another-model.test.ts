import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Embedder, normalised } from '../../../server/knowledge/retrieval/embedder.ts'
import { calibrated, createModelScale } from '../../../server/knowledge/retrieval/model-scale.ts'
import { dot } from '../../../server/knowledge/retrieval/vectors.ts'
import { makePlace } from '../../harness/database.ts'
import { heldEmbedder, sharedEmbedder } from '../../harness/embedder.ts'
import { demoFile } from '../../harness/files.ts'
import { createClient, until } from '../../harness/knowledge.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

const WALSH = 512
/** Rows of signs that are at right angles to each other. */
const signs = (row: number) =>
  Float32Array.from({ length: WALSH }, (_, at) => {
    let bits = row & at
    let odd = 0
    for (; bits > 0; bits >>= 1) odd ^= bits & 1
    return (odd ? -1 : 1) / Math.sqrt(WALSH)
  })

/** A model that finds the same as the embedded one, on another scale: cosine × `steep` + `raised`. */
const scaled = (name: string, { raised, steep }: { raised: number; steep: number }): Embedder => {
  const rows = new Map<string, number>()
  const own = 1 - raised - steep
  return {
    ...sharedEmbedder,
    model: name,
    dimensions: () => 512 + WALSH + 8,
    async embed(texts, urgency) {
      const vectors = await sharedEmbedder.embed(texts, urgency)
      return vectors.map((vector, place) => {
        const text = texts[place] as string
        rows.set(text, rows.get(text) ?? (rows.size % (WALSH - 1)) + 1)
        return normalised(
          Float32Array.from([
            ...vector.map((value) => value * Math.sqrt(steep)),
            ...signs(rows.get(text) as number).map((value) => value * Math.sqrt(own)),
            ...Array.from({ length: 8 }, () => Math.sqrt(raised / 8)),
          ]),
        )
      })
    },
  }
}

/** As e5 gives them, as text-embedding-3 does, and as they are. */
const SCALES = {
  raised: { raised: 0.7, steep: 0.3 },
  halved: { raised: 0, steep: 0.5 },
  same: { raised: 0, steep: 1 },
}
const QUESTIONS = [
  'How do I get rid of salt stains?',
  'May I dry boots near the fire?',
  'When do I get my money back?',
  'Who won the world cup in 2018?',
  'How tall is Mount Everest?',
]

const filled = async (server: TestServer) => {
  const person = await server.register()
  const ann = createClient(server.url, person)
  const { id } = await ann.knowledgeBase((await server.found(person)).id)
  await ann.upload(id, await Promise.all(['leather-care.md', 'returns-policy.md'].map(demoFile)))
  await ann.settled(id)
  return { id, person }
}

describe('the gate measures its model', () => {
  it.each(Object.entries(SCALES))(
    'cosines that are %s are calibrated where the embedded model puts them',
    async (name, scale) => {
      const texts = ['a boot', 'a shoe', 'the stock exchange']
      const similarities = async (embedder: Embedder) => {
        const [one, two, three] = (await embedder.embed(texts, 'now')) as [
          Float32Array,
          Float32Array,
          Float32Array,
        ]
        const scale = await createModelScale(embedder)()
        return [calibrated(dot(one, two), scale), calibrated(dot(one, three), scale)]
      }
      const [near, far] = await similarities(sharedEmbedder)
      const [nearScaled, farScaled] = await similarities(scaled(name, scale))
      expect(nearScaled).toBeCloseTo(near!, 2)
      expect(farScaled).toBeCloseTo(far!, 2)
    },
  )

  it('the same questions are answered whatever the scale', async () => {
    const outcomes = []
    for (const [name, scale] of Object.entries(SCALES)) {
      const server = await startTestServer({ embedder: scaled(name, scale) })
      const { id } = await filled(server)
      const found = await Promise.all(
        QUESTIONS.map((question) => server.retrieval.search(question, [id], { closed: new Set() })),
      )
      outcomes.push(found.map(({ answerable, hits }) => [answerable, hits[0]?.headingPath]))
      await server.close()
    }
    expect(outcomes[0]).toEqual(outcomes[2])
    expect(outcomes[1]).toEqual(outcomes[2])
  })
})

describe('vectors know their model', async () => {
  const place = await makePlace()
  afterAll(() => place.remove())
  let server: TestServer
  afterEach(() => server.close())
  const [question] = QUESTIONS as [string]

  it('a new model is not compared with what another one made, and makes it anew behind everything else', async () => {
    server = await startTestServer({ place })
    const { id, person } = await filled(server)
    const before = await server.retrieval.search(question, [id], { closed: new Set() })
    expect(before.hits[0]?.cosine).toBeGreaterThan(0)
    await server.close()

    const { embedder, hold, release } = heldEmbedder(scaled('another model', SCALES.raised))
    hold()
    server = await startTestServer({
      place,
      embedder,
      embeddings: { model: embedder.model, baseUrl: '', apiKey: '' },
    })
    const headers = person.headers
    const counts = async () =>
      (await server.inject({ url: `/api/v1/knowledge-bases/${id}`, headers })).json().counts
    const { outdated, passages } = await counts()
    expect(outdated).toBe(passages)
    const meanwhile = await server.retrieval.search(question, [id], { closed: new Set() })
    expect(meanwhile.answerable).toBe(true)
    expect(meanwhile.hits[0]?.passageId).toBe(before.hits[0]?.passageId)
    expect(meanwhile.hits.every(({ cosine }) => cosine === null)).toBe(true)

    release()
    await until(counts, (now) => now.outdated === 0)
    const after = await server.retrieval.search(question, [id], { closed: new Set() })
    expect(after.hits[0]?.passageId).toBe(before.hits[0]?.passageId)
    expect(after.hits.every(({ cosine }) => cosine !== null)).toBe(true)
    expect(after.hits[0]?.cosine).toBeCloseTo(before.hits[0]!.cosine!, 1)
  })

  it('a model that gives vectors of another length under its old name is another model', async () => {
    const place = await makePlace()
    onTestFinished(() => place.remove())
    const name = 'm:latest'
    const startWith = (embedder: Embedder) => {
      let dimensions: number | null = null
      return startTestServer({
        place,
        embedder: {
          ...embedder,
          model: name,
          // As a remote model, which has to be asked.
          dimensions: () => dimensions,
          async embed(texts, urgency) {
            const vectors = await embedder.embed(texts, urgency)
            dimensions = vectors[0]!.length
            return vectors
          },
        },
        embeddings: { model: name, baseUrl: '', apiKey: '' },
      })
    }
    server = await startWith(sharedEmbedder)
    const { id } = await filled(server)
    await server.close()
    server = await startWith(scaled(name, SCALES.raised))
    const cosine = async () =>
      (await server.retrieval.search(question, [id], { closed: new Set() })).hits[0]?.cosine ?? 0
    await expect.poll(cosine).toBeGreaterThan(0)
  })

  it('a document that cannot be embedded does not hold up the others', async () => {
    const place = await makePlace()
    onTestFinished(() => place.remove())
    server = await startTestServer({ place })
    const { id, person } = await filled(server)
    await server.close()
    const model = scaled('a third model', SCALES.raised)
    const isLeather = (text: string) => text.startsWith('Caring for your boots')
    const failing: Embedder = {
      ...model,
      embed: async (texts, urgency) => {
        if (urgency === 'inTurn' && texts.some(isLeather)) throw new Error('too much leather')
        return model.embed(texts, urgency)
      },
    }
    server = await startTestServer({
      place,
      embedder: failing,
      embeddings: { model: failing.model, baseUrl: '', apiKey: '' },
    })
    const ann = createClient(server.url, person)
    const documents = await ann.documents(id)
    const leather = documents.find(({ name }) => name === 'leather-care.md')
    const outdated = async () =>
      (await ann.call('GET', `/api/v1/knowledge-bases/${id}`)).body.counts.outdated as number
    expect(await until(outdated, (left) => left === leather?.passage_count)).toBeGreaterThan(0)
  })
})
