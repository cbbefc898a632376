import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../harness/knowledge.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

const run = promisify(execFile)
const GUIDE = readFileSync('docs/api.md', 'utf8')
const codeIn = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(GUIDE)?.[1] ?? ''

describe('docs/api.md', () => {
  let server: TestServer
  let env: NodeJS.ProcessEnv
  // Inside the project, so that `openai` is found.
  const folder = mkdtempSync(path.join(process.cwd(), 'node_modules', '.guide-'))

  beforeAll(async () => {
    server = await startTestServer({ appFolder: '/nowhere' })
    const ann = await server.register()
    const { id } = await server.found(ann)
    const key = { name: 'Guide', scopes: ['read', 'ask', 'write', 'manage'], expires_in_days: 1 }
    const { body } = await createClient(server.url, ann).call(
      'POST',
      `/api/v1/organizations/${id}/api-keys`,
      key,
    )
    env = { ...process.env, LECTERN: server.url, LECTERN_KEY: body.secret }
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await server.close()
  })

  it('leads from nothing to a cited answer, in a shell and then in TypeScript, as written', async () => {
    for (const code of [codeIn('sh'), codeIn('ts')])
      expect(code.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(10)
    const shell = await run('bash', ['-euo', 'pipefail', '-c', codeIn('sh')], { env })
    expect(shell.stdout.match(/30 days/g)).toHaveLength(2)
    const script = path.join(folder, 'guide.mts')
    writeFileSync(script, codeIn('ts'))
    const typescript = await run('npx', ['tsx', script], { env })
    expect(typescript.stdout.match(/30 days/g)).toHaveLength(2)
  })
})
