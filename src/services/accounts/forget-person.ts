import type { Storage } from '../browser/storage.ts'
import { UNSENT_QUESTIONS } from '../conversations/unsent-questions.ts'
import { WRITING } from '../shell/locale.start.ts'
import { DRAFT_BEFORE_RENEWAL } from '../shell/newer-version.ts'

/** The organization that was current when the page was last open. */
export const CURRENT_ORGANIZATION = 'currentOrganization'
export const TRIAL_BANNER_DISMISSED = 'trialBannerDismissed'
/** Organization, plan, and end of the trial (ms since 1970) as last read: `o1 pro 1769846400000`. */
export const TRIAL = 'trial'
/** Person, place of the link, and address, as last read: `u1 mail ada@example.com`. */
export const UNCONFIRMED_ADDRESS = 'unconfirmedAddress'

const PERSONAL = [CURRENT_ORGANIZATION, WRITING, TRIAL_BANNER_DISMISSED, TRIAL, UNCONFIRMED_ADDRESS]

/** Data about a person in the browser, besides tokens. Theme and sidebar belong to the browser and stay. */
export function forgetPerson(storage: Storage, tabStorage: Storage) {
  for (const key of PERSONAL) storage.remove(key)
  tabStorage.remove(UNSENT_QUESTIONS)
  tabStorage.remove(DRAFT_BEFORE_RENEWAL)
}
