import type { Screens } from '../screens.ts'

/** The page's data about its machine. */
export interface Given {
  readonly name: string
  readonly descriptions: Readonly<Record<string, string | null>>
  readonly screens: Screens
  readonly docs: Readonly<Record<string, string>>
}
