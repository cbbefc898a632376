import { expect, it } from 'vitest'
import type { Answer, Call } from '../../src/services/http/answer.ts'
import { early } from '../../src/services/http/early.ts'

const ORGANIZATIONS = '/api/v1/organizations'
const LATER: Answer = { status: 200, body: 'asked', text: '"asked"', retryAfter: null }

function page(answer: Promise<Response>, age = 1000) {
  const asked: string[] = []
  const send = early(
    async ({ path }) => {
      asked.push(path)
      return LATER
    },
    {
      tab: {
        earlyAnswers: new Map([[ORGANIZATIONS, { authorization: 'Bearer a', answer }]]),
        performance: { now: () => age } as Performance,
      },
    },
  )
  const get = (more: Partial<Call> = {}) =>
    send({ method: 'GET', path: ORGANIZATIONS, headers: { authorization: 'Bearer a' }, ...more })
  return { asked, get }
}

const answered = (status = 200) => Promise.resolve(new Response('["early"]', { status }))

it('an early answer is taken once, by the request that it answers', async () => {
  const { asked, get } = page(answered())
  expect(await get()).toMatchObject({ status: 200, body: ['early'] })
  expect(asked).toEqual([])
  expect(await get()).toBe(LATER)
  expect(asked).toEqual([ORGANIZATIONS])
})

it('[review 8] does not say what time it is, since it may have come long before', async () => {
  const headers = { date: new Date(Date.now() - 25_000).toUTCString() }
  const { get } = page(Promise.resolve(new Response('[]', { headers })))
  const answer = await get()
  expect([answer.status, answer.date]).toEqual([200, undefined])
})

it('[S4.9] a refusal is an answer, so that the session renews its token', async () => {
  expect(await page(answered(401)).get()).toMatchObject({ status: 401 })
})

it('is not taken by another person, another kind of request, or late', async () => {
  expect(await page(answered()).get({ headers: { authorization: 'Bearer b' } })).toBe(LATER)
  expect(await page(answered()).get({ method: 'POST' })).toBe(LATER)
  expect(await page(answered()).get({ path: '/api/v1/users/me' })).toBe(LATER)
  expect(await page(answered(), 61_000).get()).toBe(LATER)
})

it('an early request that failed is sent again', async () => {
  const lost = Promise.reject(new TypeError('Failed to fetch'))
  lost.catch(() => undefined)
  expect(await page(lost).get()).toBe(LATER)
})
