import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { listening } from '../harness/listening.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/slow-network.mjs')
/** One whose reads are prompt. */
const SEED = '1'
const NAMED = 'Tue, 15 Nov 1994 08:12:31 GMT'
/** Prints the times that the answers of a server name, through the slow network. */
const ASK = `
  const { port } = new URL(process.env.SLOW_NETWORK)
  for (const path of ['/without', '/with'])
    require('node:http').get({ port, path: process.argv[1] + path }, (answer) =>
      console.log(path, answer.resume().headers.date))
`

it('a slow network adds no time to an answer that names none, and keeps the one that it names', async () => {
  const server = createServer((request, response) => {
    response.sendDate = false
    if (request.url === '/with') response.setHeader('Date', NAMED)
    response.end('an answer')
  })
  const { url, close } = await listening(server)
  const command = [SCRIPT, process.execPath, '-e', ASK, url]
  const env = { ...process.env, STRESS_SEED: SEED }
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  expect(stdout.trim().split('\n').sort()).toEqual([`/with ${NAMED}`, '/without undefined'])
  await close()
})
