import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { TokenPair } from '../../../src/services/contract/accounts.ts'

export const LOOK_EVERY = 100 // ms

export const DEMO_LOG_IN = { email: 'ada@northwind.example', password: 'laced-up and ready' }

/** The server's own API, used as the demo's person. */
export const demoClient = (app: FastifyInstance) => {
  let authorization = ''
  const call = async <Answer>(
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    payload?: InjectOptions['payload'],
  ) => {
    const answer = await app.inject({
      method,
      url: `/api/v1${url}`,
      headers: { ...(authorization && { authorization }) },
      ...(payload !== undefined && { payload }),
    })
    if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
    return answer.json<Answer>()
  }
  return {
    call,
    async logIn() {
      const { email, password } = DEMO_LOG_IN
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ username: email, password }).toString(),
      })
      if (answer.statusCode === 200) authorization = `Bearer ${answer.json<TokenPair>().access_token}`
      return answer.statusCode === 200
    },
    async until<Seen>(url: string, isIt: (seen: Seen) => boolean) {
      for (;;) {
        const seen = await call<Seen>('GET', url)
        if (isIt(seen)) return
        await wait(LOOK_EVERY)
      }
    },
  }
}
export type DemoClient = ReturnType<typeof demoClient>
