import { startTestServer } from '../harness/server.ts'
import { median, report, timed } from './report.ts'

const TRIES = 200
/** The medians may differ by so much. */
const TOLERANCE = 0.1

const server = await startTestServer()
const { user } = await server.register()
const known: number[] = []
const unknown: number[] = []
const logIn = async (email: string) => {
  const took = await timed(() => server.logIn(email, 'a wrong password'))
  // What follows the answer must not meet the next try.
  await server.context.background.settle()
  return took
}
for (let warm = 0; warm < 10; warm += 1) await logIn(user.email)
for (let n = 0; n < TRIES; n += 1) {
  // Turn about, so that a slow moment of the machine meets both.
  known.push(await logIn(user.email))
  unknown.push(await logIn(`nobody${n}@example.test`))
}
await server.close()
const against = { name: 'a known one', value: median(known) }
report(`log-in with a known address, of ${TRIES} tries`, against.value, 'ms')
report(`log-in with an unknown address, of ${TRIES}`, median(unknown), 'ms', against)
const apart = Math.abs(median(unknown) / against.value - 1)
if (apart > TOLERANCE) {
  console.error(`The medians are ${(apart * 100).toFixed(1)} % apart: more than ${TOLERANCE * 100} %.`)
  process.exitCode = 1
}
