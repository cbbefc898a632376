const resultsOf = <Results>({ event }: { event: { output: Results } }) => ({ results: event.output })
const takesResults = { type: 'takeResults', params: resultsOf } as const

/** A search is done: its results are shown, or what can be done without any. */
export const foundOrNothing = [
  { guard: { type: 'hasHits', params: resultsOf }, target: 'found', actions: takesResults },
  { target: 'nothingFound', actions: takesResults },
] as const
