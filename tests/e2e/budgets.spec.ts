import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Half, loadedWith, sentBytes } from './built.ts'
import { expect, test } from './test.ts'

/** What the first screens weighed when their budgets were last set: UPDATE_BUDGETS=1 writes it anew. */
const RECORD = join(import.meta.dirname, 'budgets.json')
const NAMED = 12

interface First {
  readonly half: Half
  /** Fetched with the page, before it can be used. */
  readonly screens: readonly string[]
  /** Brotli bytes of JavaScript, at most: some 500 more than when it was last set. */
  readonly budget: number
  /** Each is a request, and over HTTP/1.1 a browser makes six at once. */
  readonly files: number
}

const withServer = (screen: string) => [`src/compose/${screen}.tsx`, 'src/compose/base.ts']

const firsts: Readonly<Record<string, First>> = {
  'log-in': { half: 'app', screens: ['src/compose/log-in.tsx'], budget: 119_100, files: 3 },
  register: { half: 'app', screens: ['src/compose/register.tsx'], budget: 123_300, files: 5 },
  'forgot-password': { half: 'app', screens: ['src/compose/forgot-password.tsx'], budget: 122_400, files: 5 },
  'reset-password': { half: 'app', screens: withServer('reset-password'), budget: 154_700, files: 7 },
  invitation: { half: 'app', screens: withServer('invitation'), budget: 153_600, files: 6 },
  'payment-success': { half: 'app', screens: withServer('payment-success'), budget: 151_800, files: 5 },
  home: {
    half: 'app',
    screens: [...withServer('integrations'), 'src/compose/workspace.tsx'],
    budget: 203_700,
    files: 7,
  },
  share: { half: 'share', screens: [], budget: 103_200, files: 2 },
}

/** A package counts as one. */
const partOf = (module: string) => /^npm:(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module

function partsOf({ half, screens }: First) {
  const parts: Record<string, number> = {}
  for (const [module, length] of Object.entries(loadedWith(half, screens).modules))
    parts[partOf(module)] = (parts[partOf(module)] ?? 0) + length
  return parts
}

const bytesOf = ({ half, screens }: First) =>
  loadedWith(half, screens).files.reduce((sum, file) => sum + sentBytes(file), 0)

/** What has come or grown since, most first; where nothing has, what is largest. */
function suspects(now: Readonly<Record<string, number>>, then: Readonly<Record<string, number>> = {}) {
  const grown = Object.entries(now)
    .map(([part, length]) => ({ part, length, more: length - (then[part] ?? 0), isNew: !(part in then) }))
    .sort((one, other) => other.more - one.more || other.length - one.length)
  return grown
    .slice(0, NAMED)
    .map(
      ({ part, length, more, isNew }) =>
        `${part}: ${isNew ? 'new, ' : more > 0 ? `${more} more, ` : ''}${length} characters`,
    )
}

/** Brotli bytes of the script that other sites load. */
const EMBED = 2_000

test('the first screens keep within their budgets', () => {
  const recorded: Record<string, Record<string, number>> = JSON.parse(readFileSync(RECORD, 'utf8'))
  for (const [name, first] of Object.entries(firsts)) {
    const bytes = bytesOf(first)
    const blame = suspects(partsOf(first), recorded[name])
    const said = `${name} takes ${bytes} bytes of JavaScript:\n${blame.join('\n')}`
    expect.soft(bytes, said).toBeLessThanOrEqual(first.budget)
    const { files } = loadedWith(first.half, first.screens)
    expect.soft(files, `${name} takes ${files.join(', ')}`).toHaveLength(first.files)
  }
  expect(sentBytes('embed.js'), 'the script for other sites').toBeLessThanOrEqual(EMBED)
})

test('a budget that is broken names what has come and what has grown', () => {
  expect(suspects({ 'npm:a': 10, 'npm:b': 300, 'ui/c.tsx': 50 }, { 'npm:a': 10, 'ui/c.tsx': 30 })).toEqual([
    'npm:b: new, 300 characters',
    'ui/c.tsx: 20 more, 50 characters',
    'npm:a: 10 characters',
  ])
})

test('the record names nothing of the machine that it was made on', () => {
  const recorded: Record<string, Record<string, number>> = JSON.parse(readFileSync(RECORD, 'utf8'))
  const names = Object.values(recorded).flatMap((parts) => Object.keys(parts))
  expect(names.filter((name) => name.startsWith('/'))).toEqual([])
})

if (process.env.UPDATE_BUDGETS)
  test('the record is written anew', () => {
    const parts = Object.entries(firsts).map(([name, first]) => [name, partsOf(first)])
    writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(parts), null, 2)}\n`)
  })
