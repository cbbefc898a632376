import { it } from 'vitest'

/** How often a property is tested; more often in `npm run test:nightly`. */
export const RUNS = Number(process.env.PROPERTY_RUNS ?? 1_000)

const isNightly = process.env.PROPERTY_RUNS !== undefined

/** Only `few` of expensive cases in a run; all of them at night. */
export const nightly = <Value>(all: Value, few: Value): Value => (isNightly ? all : few)

/** A function that passes every n-th of its inputs; everything at night. */
export function everyOther(step: number) {
  let met = 0
  return <Value>(values: readonly Value[]): readonly Value[] =>
    isNightly ? values : values.filter(() => met++ % step === 0)
}

/** For several processes, or what only a server's database does: the embedded one belongs to one process. */
export const onPostgres = it.runIf(process.env.TEST_DATABASE_URL)
