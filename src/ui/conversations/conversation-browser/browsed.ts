/** Which conversations are looked through, and where. */
export interface Browsed {
  readonly title: string
  readonly path: string
  /** Null: those of every assistant. */
  readonly integrationId: string | null
  /** To choose among, where there are several. */
  readonly assistants: readonly { readonly id: string; readonly name: string }[] | null
}
