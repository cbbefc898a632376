import { WRITING } from './locale.start.ts'
import { CURRENT_ORGANIZATION } from './remembered-organization.ts'
import type { Storage } from './storage.ts'
import { UNSENT_QUESTIONS } from './unsent-questions.ts'

export const TRIAL_BANNER_DISMISSED = 'trialBannerDismissed'

const PERSONAL = [CURRENT_ORGANIZATION, WRITING, TRIAL_BANNER_DISMISSED]

/** What the browser keeps of a person beside their tokens. Theme and sidebar are settings of the browser and stay. */
export function forgetPerson(storage: Storage, tabStorage: Storage) {
  for (const key of PERSONAL) storage.remove(key)
  tabStorage.remove(UNSENT_QUESTIONS)
}
