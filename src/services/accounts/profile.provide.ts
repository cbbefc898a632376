import {
  changeEmailMachine,
  profileMachine,
  profileValuesOf,
} from '../../machines/accounts/profile.machine.ts'
import { providePicture } from '../assistants/picture.provide.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { account } from '../contract/operations/account.ts'
import type { Http } from '../http/client.ts'
import { provideForm, provideRecord } from '../shared/changes.provide.ts'
import type { ProfileApi } from './accounts-api.ts'

/** The machines of a person's profile. */
export const provideProfile = (http: Http, profile: ProfileApi, cache: QueryCache) => ({
  profile: provideRecord(profileMachine, async (_, changes) => {
    const saved = await profile.change(changes)
    // A read in progress may be older than this.
    await cache.cancelQueries({ queryKey: ['me'] })
    cache.setQueryData(['me', {}], saved)
    return profileValuesOf(saved)
  }),
  photo: providePicture(
    (_, form) => profile.setPhoto(form),
    () => profile.removePhoto(),
    () => void cache.invalidateQueries({ queryKey: ['me'] }),
  ),
  changeEmail: provideForm(changeEmailMachine, async (values) => {
    const email = values.email.trim()
    await http.call(account.changeEmail, {}, { body: { ...values, email } })
    return { email }
  }),
})
