import type { User } from '../../services/contract/accounts.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'
import { createRecordMachine } from '../shared/record.machine.ts'

/** S8.10 */
const PROFILE_NOT_UPDATED = t('Failed to update profile.')

interface ProfileValues {
  readonly first_name: string
  readonly last_name: string
  readonly job_title: string
  readonly timezone: string
  readonly locale: string
}

/** S7.me-patch, S8.10 */
export const profileMachine = createRecordMachine<ProfileValues>({
  id: 'profile',
  description: 'Who somebody is: names, job title, time zone and language.',
  validate: ({ first_name, last_name }) => ({
    ...(first_name.trim() === '' && { first_name: t('Enter your first name.') }),
    ...(last_name.trim() === '' && { last_name: t('Enter your last name.') }),
  }),
  names: {
    first_name: t('first name'),
    last_name: t('last name'),
    job_title: t('job title'),
    timezone: t('time zone'),
    locale: t('language'),
  },
  fallback: PROFILE_NOT_UPDATED,
})

export const profileValuesOf = ({
  first_name,
  last_name,
  job_title,
  timezone,
  locale,
}: User): ProfileValues => ({ first_name, last_name, job_title, timezone, locale })

interface EmailChangeValues {
  readonly email: string
  readonly password: string
}

/** Ends with the address that the confirmation link was sent to. */
export const changeEmailMachine = createFormMachine<EmailChangeValues, { email: string }>({
  id: 'changeEmail',
  description: 'Asks for another email address; a link to it confirms the change.',
  initial: 'closed',
  finishes: false,
  empty: { email: '', password: '' },
  validate: ({ email, password }) => ({
    ...(email.trim() === '' && { email: t('Email is required.') }),
    ...(password === '' && { password: t('Password is required.') }),
  }),
  fallback: PROFILE_NOT_UPDATED,
  says: ({ email }) => t('Email sent to {email}.', { email }),
})
