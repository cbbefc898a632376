import { EXAMPLE_IDS, type ExampleThing, thingOf } from '../../src/services/contract/operations/examples.ts'

export type Ids = Partial<Record<ExampleThing, string>>

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const ENTRIES_MAX = 3

/** An operation's address with the ids of a real server. */
export const addressOf = (url: string, ids: Ids, others: Readonly<Record<string, string>>) =>
  url.replace(/([\w-]+)\/:(\w+)/g, (_, segment: string, name: string) => {
    const thing = name === 'id' || name === 'userId' || name === 'organizationId' ? thingOf(segment) : null
    return `${segment}/${others[name] ?? (thing && ids[thing]) ?? 'nothing'}`
  })

/** An example with the ids of a real server. */
export const withRealIds = (example: unknown, ids: Ids): unknown => {
  let text = JSON.stringify(example)
  for (const [thing, id] of Object.entries(EXAMPLE_IDS))
    text = text.replaceAll(id, ids[thing as ExampleThing] ?? id)
  return JSON.parse(text)
}

const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-31T12:00:00.000Z'],
  [/\b20\d\d-\d\d-\d\d\b/g, '2026-01-31'],
  [
    /http:\/\/google\.test:\d+(\/o\/oauth2\/v2\/auth)\?.*/g,
    'https://accounts.google.com$1?client_id=client&response_type=code&state=state',
  ],
  [/http:\/\/slack\.test:\d+/g, 'https://slack.com'],
  [/http:\/\/models\.test:\d+/g, 'https://models.example.com'],
  [/https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g, 'https://lectern.example.com'],
  [/http:\/\/site\.test:\d+\/pages\/\d+/g, 'https://www.example.com/returns'],
  [/http:\/\/site\.test:\d+/g, 'https://www.example.com'],
  [/\b[0-9a-f]{12}@example\.test/g, 'ada@example.com'],
  [/whsec_[\w+/=]{44}/g, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
  [/http:\/\/site\.test:\d+\/hook/g, 'https://hooks.example.com/lectern'],
  [/lectern-verification=[0-9a-f]{32}/g, 'lectern-verification=8d4f1c0a7be24f6d9a53e1c2b7f06d11'],
  [/\b[0-9a-f]{8}\.test\b/g, 'harbour.example'],
  [/lk_[\w-]{43}/g, 'lk_9Xw2…'],
  [/lk_[\w-]{6}/g, 'lk_9Xw2aB'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiJ9.e30.example'],
  [/(token=|\/)[\w-]{43}(\.[\w-]{43})?/g, '$1the-token-of-the-link'],
  [/^[\w-]{43}(\.[\w-]{43})?$/g, 'the-token-of-the-link'],
  [/^[A-Z2-7]{32}$/g, 'JBSWY3DPEHPK3PXP'],
  [/secret=[A-Z2-7]{32}/g, 'secret=JBSWY3DPEHPK3PXP'],
]

/** A response as the reference shows it: short, and the same on every machine and day. */
export function presentable(answer: unknown, ids: Ids): unknown {
  const known = new Map(Object.entries(ids).map(([thing, id]) => [id, EXAMPLE_IDS[thing as ExampleThing]]))
  const idOf = (id: string) => {
    const named = Object.values(EXAMPLE_IDS).find((example) => example === id)
    if (!named && !known.has(id))
      known.set(id, `5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e8${String(known.size).padStart(3, '0')}` as never)
    return named ?? known.get(id) ?? id
  }
  const present = (value: unknown, key: string, max = ENTRIES_MAX): unknown => {
    // All tools, with all that a call of them needs.
    const entries = key === 'tools' ? Number.POSITIVE_INFINITY : max
    if (Array.isArray(value)) return value.slice(0, entries).map((entry) => present(entry, key, entries))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, present(part, name, entries)]),
      )
    if (key === 'resets_in') return 43_200
    if (typeof value === 'number')
      return /_ms$|^first_token$|^total$/.test(key) && value > 5 ? 12 : Number(value.toFixed(2))
    if (typeof value !== 'string') return value
    if (key === 'backup_codes') return 'a1b2c-d3e4f'
    const told = value.replace(UUID, idOf)
    return TEXTS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), told)
  }
  return present(answer, '')
}
