/** The selection of conversations, and its path. */
export interface Browsed {
  readonly title: string
  readonly path: string
  /** Null: those of every assistant. */
  readonly integrationId: string | null
  /** Choices of the filter, if there are several. */
  readonly assistants: readonly { readonly id: string; readonly name: string }[] | null
}
