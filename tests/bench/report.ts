export const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const p95 = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN

/** How long something takes, in ms. */
export const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Prints one figure, and how it stands to another of the same run: machines differ, ratios less. */
export const report = (
  name: string,
  value: number,
  unit: string,
  against?: { name: string; value: number },
) => {
  const digits = value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3)
  const shown = `${digits} ${unit}`
  const ratio = against ? `  ${(value / against.value).toPrecision(3)} × ${against.name}` : ''
  console.log(`${name.padEnd(44)}${shown.padStart(16)}${ratio}`)
}
