import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { writeSchema } from '../../tools/client/schema.ts'
import { createClient, organizationOn } from '../harness/knowledge.ts'
import { nightly } from '../harness/runs.ts'
import { serve } from '../harness/serve.ts'

const run = promisify(execFile)
const CLIENT = path.join(process.cwd(), 'clients/typescript')
const CLIENT_NAME = JSON.parse(readFileSync(path.join(CLIENT, 'package.json'), 'utf8')).name
const bin = (name: string) => path.join(process.cwd(), 'node_modules/.bin', name)
const GUIDE = readFileSync('docs/api.md', 'utf8')
const codeIn = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code)

describe('docs/api.md', async () => {
  // Inside the project, so that `openai` and the types of Node are found.
  const folder = mkdtempSync(path.join(process.cwd(), 'node_modules', '.guide-'))

  const server = await serve({ appFolder: '/nowhere' })
  const { person: ann, organizationId: id } = await organizationOn(server)
  const key = { name: 'Guide', scopes: ['read', 'ask', 'write', 'manage'], expires_in_days: 1 }
  const { body } = await createClient(server.url, ann).call(
    'POST',
    `/api/v1/organizations/${id}/api-keys`,
    key,
  )
  const env = { ...process.env, LECTERN: server.url, LECTERN_KEY: body.secret }
  afterAll(() => rmSync(folder, { recursive: true }))

  it('[operate M7] tells of files, refusals, limits and repeats, and so does the interface', async () => {
    for (const word of ['files=@', '402', '1,200', 'Idempotency-Key', 'offset', 'Retry-After'])
      expect(GUIDE).toContain(word)
    const { paths } = (await server.inject({ url: '/docs/openapi.json' })).json()
    const { parameters, responses } = paths['/api/v1/integrations/{id}/ask'].post
    expect(JSON.stringify(parameters)).toMatch(/Idempotency-Key/)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['429', '503']))
  })

  it('[operate M7] leads from nothing to a cited answer, in a shell and then in TypeScript, as written', async () => {
    const [shell = '', ...others] = codeIn('sh')
    const scripts = codeIn('ts')
    expect([others.length, scripts.length]).toEqual([0, 2])
    for (const code of [shell, ...scripts])
      expect(code.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(10)
    const said = await run('bash', ['-euo', 'pipefail', '-c', shell], { env })
    expect(said.stdout.match(/30 days/g)).toHaveLength(2)

    writeSchema((await server.inject({ url: '/docs/openapi.json' })).json())
    // As strict as a user may be, and at night as they install it: that asks the registry.
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
    const pack = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
      cwd: CLIENT,
    })
    const packed = `./${pack.stdout.trim()}`
    const place = path.join(folder, 'node_modules', CLIENT_NAME)
    mkdirSync(place, { recursive: true })
    const [command, args] = nightly(
      ['npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', packed]],
      ['tar', ['-xzf', packed, '-C', place, '--strip-components=1']],
    )
    await run(command, args, { cwd: folder })
    const names = scripts.map((code, place) => {
      const name = `guide-${place}.ts`
      writeFileSync(path.join(folder, name), code)
      return name
    })
    const options = [
      '--noEmit',
      '--strict',
      '--noUncheckedIndexedAccess',
      '--ignoreConfig',
      '--types',
      'node',
    ]
    const modern = ['--module', 'nodenext', '--target', 'es2023']
    await run(bin('tsc'), [...options, ...modern, ...names], { cwd: folder })
    for (const name of names) {
      const { stdout } = await run(bin('tsx'), [name], { env, cwd: folder })
      expect([name, stdout.match(/30 days/g)?.length]).toEqual([name, 2])
    }
  })
})
