/** How often a property is tried; `npm run test:nightly` says more. */
export const RUNS = Number(process.env.PROPERTY_RUNS ?? 1_000)

const isNightly = process.env.PROPERTY_RUNS !== undefined

/** `few` of something that costs much in a run; all of it at night. */
export const nightly = <Value>(all: Value, few: Value): Value => (isNightly ? all : few)

/** A function that lets every so many-th of all that it is given pass; everything at night. */
export function everyOther(step: number) {
  let met = 0
  return <Value>(values: readonly Value[]): readonly Value[] =>
    isNightly ? values : values.filter(() => met++ % step === 0)
}
