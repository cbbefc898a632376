import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { emptyBase } from '../../harness/knowledge.ts'
import { threadCpu } from '../../harness/measurements.ts'
import { startModelServer } from '../../harness/model.ts'
import { oddParts, oddTexts, oddValues } from '../../harness/odd-values.ts'
import { type Route, withRoutes } from '../../harness/routes.ts'
import { everyOther } from '../../harness/runs.ts'
import { partsOf, sampleOf } from '../../harness/schemas.ts'
import { closedAfterwards, serve } from '../../harness/serve.ts'
import { createVisitors, publicAssistant } from '../../harness/visitors.ts'

/** Values of chance for each field, beside the odd ones of every run: FUZZ=200 looks further. */
const RANDOM = Number(process.env.FUZZ ?? 1)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const CPU_MAX = 200 // ms more than an empty request
const TRIES = 3 // the machine may collect garbage in one of them
/** Each field meets a part of the odd values in a run, another field the others; all of them at night. */
const STEP = 5
const HOLE = '"the field"'
const UNREADABLE = 400

type Path = readonly (string | number)[]

/** A body with nothing but what it needs, and a hole at `path`, as JSON. */
const bodyWithHole = (schema: z.core.$ZodType, path: Path): string => {
  const needed = sampleOf(schema, { isNeeded: true })
  const hole = JSON.parse(HOLE)
  if (path.length === 0) return HOLE
  const fill = (value: unknown, [key, ...rest]: Path): unknown => {
    if (key === undefined) return hole
    if (typeof key === 'number') return [fill(null, rest)]
    const inner = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
    return { ...inner, [key]: fill(inner[key], rest) }
  }
  return JSON.stringify(fill(needed, path))
}

describe('requests that nobody would send', async () => {
  const ids: Record<string, string> = {}

  const model = closedAfterwards(await startModelServer({ tokens: [] }))
  const { made: server, definitions } = await withRoutes(() =>
    serve({ embeddings: model.endpoint, appFolder: '/nowhere' }),
  )
  const { person, ann, organizationId: organization, knowledgeBaseId: base } = await emptyBase(server)
  const integration = await publicAssistant(ann, organization, [base], {
    state: 'on',
    visitor_limit: 1000,
    daily_limit: 100_000,
  })
  const asked = await ann.send(integration, 'What do parrots eat?')
  await ann.answered(asked.answer.id)
  const token = await ann.call('POST', `/api/v1/organizations/${organization}/provisioning-tokens`, {
    name: 'Directory',
    expires_in_days: null,
  })
  const provider = { authorization: `Bearer ${token.body.secret}` }
  const visitorToken = await createVisitors(server.url, '').visitor(integration)
  Object.assign(ids, {
    organizations: organization,
    'knowledge-bases': base,
    integrations: integration,
    share: integration,
    conversations: asked.conversation.id,
    messages: asked.answer.id,
    versions: '1',
  })

  const addressOf = (url: string) =>
    url.replace(/([\w-]+)\/:\w+/g, (_, thing: string) => `${thing}/${ids[thing] ?? crypto.randomUUID()}`)
  const send = (options: InjectOptions) =>
    server.inject({
      ...options,
      headers: {
        ...(String(options.url).startsWith('/api/scim/') ? provider : person.headers),
        'x-visitor-token': visitorToken,
        ...options.headers,
      },
    })
  const isHttp = ({ url }: Route) => !url.startsWith('/api/ws/')
  const schemaOf = ({ schema }: Route, kind: 'body' | 'querystring') =>
    schema?.[kind] instanceof z.core.$ZodType ? schema[kind] : null

  /** What an answer does wrong; null when it is one that a person or a program can use. */
  const faultOf = ({ statusCode, headers, body }: LightMyRequestResponse): string | null => {
    if (statusCode >= 500) return `answers ${statusCode}`
    if (statusCode < UNREADABLE || !String(headers['content-type']).includes('json')) return null
    // SCIM gives the status in place of a code.
    const { detail, status, code = status, fields } = JSON.parse(body)
    if (!detail || !code) return `gives no reason with its ${statusCode}`
    const named = Object.entries(fields ?? {}).every(([name, reason]) => name !== '' && reason)
    const isNamed = statusCode !== 422 || (named && Object.keys(fields ?? {}).length > 0)
    return isNamed ? null : 'names no field'
  }

  const measured = async (options: InjectOptions) => {
    const before = threadCpu()
    const answer = await send(options)
    return { answer, cpu: threadCpu() - before }
  }
  /** Sends each, and tells what was wrong with any of them. */
  const faultsOf = async (
    name: string,
    empty: InjectOptions,
    odd: { what: string; request: InjectOptions }[],
  ) => {
    await send(empty)
    const { cpu: least } = await measured(empty)
    const faults: string[] = []
    for (const { what, request } of odd) {
      const { answer, cpu } = await measured(request)
      let extra = cpu - least
      for (let n = 1; n < TRIES && extra > CPU_MAX; n += 1)
        extra = Math.min(extra, (await measured(request)).cpu - least)
      const fault = extra > CPU_MAX ? `works for ${Math.round(extra)} ms` : faultOf(answer)
      if (fault) faults.push(`${name} ${what.slice(0, 120)}: ${fault}`)
    }
    return faults
  }

  it('[attack S20] [attack S21] [attack S22] [attack S23] [attack S43] have no body that stops a route', async () => {
    const [texts, others] = [oddTexts(RANDOM, SEED), oddValues(RANDOM, SEED)]
    const some = everyOther(STEP)
    const faults: string[] = []
    for (const route of definitions.filter(isHttp)) {
      const schema = schemaOf(route, 'body')
      if (!schema) continue
      const request = (payload: string) => ({
        method: route.method as 'POST',
        url: addressOf(route.url),
        headers: { 'content-type': 'application/json' },
        payload,
      })
      const odd = partsOf(schema).flatMap(({ path, def }) => {
        const body = bodyWithHole(schema, path)
        return some(def.type === 'string' ? [...texts, ...others] : others).map((value) => ({
          what: `${path.join('.') || 'body'} = ${value}`,
          request: request(body.replace(HOLE, () => value)),
        }))
      })
      faults.push(...(await faultsOf(route.name, request('{}'), odd)))
    }
    expect(faults).toEqual([])
  })

  it('[attack S21] [attack S22] have no form and no header that stops a route', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const logIn = (payload: string) => ({
      method: 'POST' as const,
      url: '/api/v1/login',
      headers: form,
      payload,
    })
    const forms = [
      'username=a&username=b&password=x',
      'username[]=a&password[x]=y',
      '__proto__=x&constructor=y&username=a&password=b',
      `username=${'%00'.repeat(100)}&password=%ff`,
      `username=${'a@'.padEnd(50_000, '.')}&password=x`,
      Array.from({ length: 5_000 }, (_, n) => `k${n}=1`).join('&'),
    ].map((payload) => ({ what: payload, request: logIn(payload) }))
    const headers = [
      'authorization',
      'idempotency-key',
      'x-visitor-token',
      'origin',
      'host',
      'accept',
    ].flatMap((name) =>
      ['', ' ', 'null', 'Bearer', 'Bearer  x', 'lk_x', 'ÿÿ', 'x'.repeat(8_000), '%00'].map((value) => ({
        what: `${name}: ${value}`,
        request: {
          method: 'POST' as const,
          url: '/api/v1/organizations',
          headers: { [name]: value },
          payload: { name: 'x' },
        },
      })),
    )
    const empty = { method: 'GET' as const, url: '/health' }
    expect(await faultsOf('POST /api/v1/login', logIn('username=a&password=b'), forms)).toEqual([])
    expect(await faultsOf('POST /api/v1/organizations', empty, headers)).toEqual([])
  })

  it('[attack S4] [attack S21] [attack S43] have no address that stops a route', async () => {
    const values = oddParts(RANDOM, SEED)
    const some = everyOther(STEP)
    const faults: string[] = []
    for (const route of definitions.filter(isHttp)) {
      const method = route.method as 'GET'
      const querystring = schemaOf(route, 'querystring')
      const names = new Set(querystring ? partsOf(querystring).flatMap(({ path }) => path) : [])
      const queries = [...names].flatMap((name) => [
        ...values.map((value) => `${name}=${value}`),
        `${name}=1&${name}=2`,
        `${name}[a]=1`,
        `${name}[]=1`,
        Array.from({ length: 500 }, (_, n) => `${name}=${n}`).join('&'),
      ])
      const parameters = [...route.url.matchAll(/:\w+/g)].flatMap(([parameter]) =>
        values.map((value) => addressOf(route.url.replace(parameter, () => value))),
      )
      const urls = [...queries.map((query) => `${addressOf(route.url)}?${query}`), ...parameters]
      // What deletes would leave nothing to send odd requests to.
      const odd = some(method === ('DELETE' as string) ? parameters : urls).map((url) => ({
        what: url,
        request: { method, url },
      }))
      faults.push(...(await faultsOf(route.name, { method: 'GET', url: '/health' }, odd)))
    }
    expect(faults).toEqual([])
  })
})
