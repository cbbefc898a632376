import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../server/kernel/package.ts'
import { createClient, organizationOn } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

describe('[review 12] a list with room for so many', async () => {
  const server = await serve({ appFolder: '/nowhere', quiet: true })
  const places: Record<string, string> = {}
  const { person, organizationId: id } = await organizationOn(server)
  const ann = createClient(server.url, person)
  const base = await ann.knowledgeBase(id)
  Object.assign(places, { organizations: id, 'knowledge-bases': base.id })

  it.each<[string, number, string, (n: number) => object]>([
    [
      'organizations/webhooks',
      20,
      'too_many_webhooks',
      (n) => ({ url: `https://hooks.example/${n}`, events: ['document.ready'] }),
    ],
    [
      'organizations/api-keys',
      50,
      'too_many_keys',
      (n) => ({ name: `Key ${n}`, scopes: ['read'], expires_in_days: null }),
    ],
    // One was founded before.
    ['organizations', 49, 'too_many_organizations', (n) => ({ name: `Organization ${n}` })],
    ['organizations/email-domains', 50, 'too_many_domains', (n) => ({ domain: `n${n}.example` })],
    [
      'knowledge-bases/sources',
      50,
      'too_many_sources',
      (n) => ({ kind: 'page', url: `https://site.example/${n}` }),
    ],
  ])('%s is not overfilled by those that ask at the same time', async (list, max, code, wanted) => {
    const [of = '', ...what] = list.split('/')
    const path = [of, ...what.flatMap((one) => [places[of], one])].join('/')
    const ask = (_: unknown, n: number) => ann.call('POST', `/api/v1/${path}`, wanted(n))
    const answers = await Promise.all(Array.from({ length: max + 5 }, ask))
    const refused = answers.filter(({ status }) => status >= 400)
    expect(refused.map(({ body }) => body.code)).toEqual(Array(5).fill(code))
  })
})

it('[review 12] whatever refuses one too many counts and adds in turn', () => {
  const server = path.join(ROOT, 'server')
  const unguarded = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) => {
    // Of one request alone.
    if (!name.endsWith('.ts') || name.endsWith('contents.routes.ts')) return false
    const text = readFileSync(path.join(server, name), 'utf8')
    // What is held is counted while its row is locked.
    const isInTurn = /withLock\(|\.lock\(|\.for\('no key update'\)|held\.count/.test(text)
    return text.includes("refusal('too_many_") && !isInTurn
  })
  expect(unguarded).toEqual([])
})
