import type { Messages } from '@lingui/core'

/** What the script of another language says, which the page runs before the app. */
interface GivenTexts {
  readonly locale: string
  readonly messages: Messages
}

declare global {
  // The script of a language shares no module with the app: what it imported would be run before it, in English.
  var lecternTexts: GivenTexts | undefined
}

/** Undefined where the page is English. */
export const given = globalThis.lecternTexts
