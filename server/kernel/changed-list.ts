/** `present` after a change from `known` to `wanted`: what differs between these is changed, and nothing else. */
export const changedList = (
  present: readonly string[],
  known: readonly string[],
  wanted: readonly string[],
) => [
  ...present.filter((one) => wanted.includes(one) || !known.includes(one)),
  ...wanted.filter((one) => !known.includes(one) && !present.includes(one)),
]
