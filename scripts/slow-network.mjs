import { spawn } from 'node:child_process'
import { createServer, request as forward } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Runs a command whose browsers reach every server over a slow network, whose address is in SLOW_NETWORK:
 *   node scripts/slow-network.mjs npx playwright test
 * STRESS_SEED repeats the delays of a run.
 * Requests and responses are each delayed by up to 1,500 ms, some not at all: they overtake each other. Sockets are
 * prompt, so in every third run the news of a change comes before the response to it, and in another third before what
 * was read earlier.
 */
const SLOWEST = 1500 // ms
/** Delays, as shares of the slowest: short ones are more frequent than long ones, or the other way round. */
const MIXED = () => (random() < 0.4 ? 0 : random() ** 2)
const PROMPT = () => 0
const LATE = () => 1 - random() ** 2
const MOODS = [
  { reads: MIXED, writes: MIXED },
  { reads: PROMPT, writes: LATE },
  { reads: LATE, writes: PROMPT },
]
const READS = ['GET', 'HEAD', 'OPTIONS']

const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error('Usage: node scripts/slow-network.mjs COMMAND …')
  process.exit(2)
}

/** Linear congruential, so that a seed repeats its delays. */
const seed = Number(process.env.STRESS_SEED ?? Date.now()) >>> 0
const mood = MOODS[seed % MOODS.length]
let state = seed
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

const holdBack = ({ method }) => wait(SLOWEST * (READS.includes(method) ? mood.reads() : mood.writes()))

const proxy = createServer(async (request, response) => {
  await holdBack(request)
  if (response.destroyed) return
  const { hostname, port, pathname, search } = new URL(request.url)
  const { method, headers } = request
  const onward = forward({ hostname, port, path: pathname + search, method, headers }, async (answer) => {
    await holdBack(request)
    // Answers that hide the server's time from a page with a clock of its own stay as they are.
    response.sendDate = false
    response.writeHead(answer.statusCode, answer.rawHeaders)
    answer.on('error', () => response.destroy())
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
})
// Sockets pass unchanged once connected.
proxy.on('connect', (request, browser) => {
  const [hostname, port] = request.url.split(':')
  const server = connect(Number(port), hostname, async () => {
    await wait(SLOWEST * MIXED())
    browser.write('HTTP/1.1 200 Connection established\r\n\r\n')
    server.pipe(browser)
    browser.pipe(server)
  })
  for (const [one, other] of [
    [browser, server],
    [server, browser],
  ])
    one.on('error', () => other.destroy()).on('close', () => other.destroy())
})

proxy.listen(0, '127.0.0.1', () => {
  const SLOW_NETWORK = `http://127.0.0.1:${proxy.address().port}`
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, SLOW_NETWORK } })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code) => process.exit(code ?? 1))
})
