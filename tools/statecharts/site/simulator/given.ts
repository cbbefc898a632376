/** What the page says about its machine. */
export interface Given {
  readonly name: string
  readonly descriptions: Readonly<Record<string, string | null>>
  readonly pictures: readonly string[]
  readonly docs: Readonly<Record<string, string>>
}
