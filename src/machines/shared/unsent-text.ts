interface Unsent {
  /** On its way. */
  readonly pending: string | null
  /** Typed since then. */
  readonly draft: string
}

/** Both texts in the order in which they were typed. */
export const unsentText = ({ pending, draft }: Unsent) => [pending, draft].filter(Boolean).join('\n')
