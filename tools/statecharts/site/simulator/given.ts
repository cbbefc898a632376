import type { Screens } from '../screens.ts'

/** What the page says about its machine. */
export interface Given {
  readonly name: string
  readonly descriptions: Readonly<Record<string, string | null>>
  readonly screens: Screens
  readonly docs: Readonly<Record<string, string>>
}
