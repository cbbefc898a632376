import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { journeyFiles, serverFiles } from '../../scripts/thorough.mjs'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

const namedIn = (document: string) =>
  [...read(document).matchAll(/\bnpm run ([a-z][a-z:-]*)/g)].map(([, name = '']) => name)

it.each(documents)('%s names commands that package.json has', (document) => {
  expect(namedIn(document).filter((name) => !(name in scripts))).toEqual([])
})

/** They run for long, and CI or the night runs them. */
const NOT_STARTED = ['test:thorough', 'test:nightly', 'bench:cluster']

it.each(documents)('what %s names is started at night', (document) => {
  const started = read('scripts/commands.mjs')
  const isStarted = (name: string) =>
    NOT_STARTED.includes(name) ||
    name.startsWith('bench:') ||
    new RegExp(`^  '?${name}'?:|[{,] ${name}:`, 'm').test(started)
  expect(namedIn(document).filter((name) => !isStarted(name))).toEqual([])
})

it('every file that npm test leaves to test:thorough exists', () => {
  const left = [...serverFiles.thorough, ...journeyFiles.thorough]
  expect(left.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

it('npm run dev passes on to the server what it serves besides the app', async () => {
  vi.stubEnv('API_PORT', '3999')
  const { default: config } = await import('../../vite.config.ts')
  const { server } = config({ mode: 'development', command: 'serve' })
  for (const where of ['/api', '/checkout', '/docs', '/fonts', '/outbox', '/signed-in', '/v1'])
    expect(server?.proxy).toHaveProperty([where, 'target'], 'http://127.0.0.1:3999')
  vi.unstubAllEnvs()
})
