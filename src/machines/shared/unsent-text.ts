interface Unsent {
  /** On its way. */
  readonly pending: string | null
  /** Typed since then. */
  readonly draft: string
}

/** What has not arrived, in the order in which it was typed. */
export const unsentText = ({ pending, draft }: Unsent) => [pending, draft].filter(Boolean).join('\n')
