import { startTestServer } from '../harness/server.ts'
import { median, report, timed } from './report.ts'

const TRIES = 200
/** The medians may differ by so much. */
const TOLERANCE = 0.1

const server = await startTestServer()
const { user } = await server.register()

/** Asks with a known and with an unknown address, turn about, so that a slow moment of the machine meets both. */
async function compare(what: string, ask: (email: string) => Promise<unknown>) {
  const took = async (email: string) => {
    const time = await timed(() => ask(email))
    // What follows the answer must not meet the next try.
    await server.context.background.settle()
    return time
  }
  for (let warm = 0; warm < 10; warm += 1) await took(user.email)
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < TRIES; n += 1) {
    known.push(await took(user.email))
    unknown.push(await took(`nobody.${what}.${n}@example.test`))
  }
  const against = { name: 'a known one', value: median(known) }
  report(`${what} with a known address, of ${TRIES}`, against.value, 'ms')
  report(`${what} with an unknown address, of ${TRIES}`, median(unknown), 'ms', against)
  const apart = Math.abs(median(unknown) / against.value - 1)
  if (apart <= TOLERANCE) return
  console.error(`The medians are ${(apart * 100).toFixed(1)} % apart: more than ${TOLERANCE * 100} %.`)
  process.exitCode = 1
}

await compare('log-in', (email) => server.logIn(email, 'a wrong password'))
await compare('registration', (email) =>
  server.inject({
    method: 'POST',
    url: '/api/v1/register',
    payload: { email, password: 'Lovelace-1815-engine' },
  }),
)
await server.close()
