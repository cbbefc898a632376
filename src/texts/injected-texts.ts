import type { Messages } from '@lingui/core'

/** Texts provided by the script of another language, which the page runs before the app. */
interface GivenTexts {
  readonly locale: string
  readonly messages: Messages
}

declare global {
  // A language's script shares no module with the app: an imported one would run before it, in English.
  var lecternTexts: GivenTexts | undefined
}

/** Undefined if the page is English. */
export const injectedTexts = globalThis.lecternTexts
