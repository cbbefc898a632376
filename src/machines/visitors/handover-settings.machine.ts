import { EMAIL_PATTERN } from '../../services/contract/common.ts'
import type { HandoverSettings } from '../../services/contract/handover.ts'
import { t } from '../../texts/t.ts'
import { createRecordMachine } from '../shared/record.machine.ts'

export const REPLY_HOURS_MAX = 240

/** The token is never shown: an entered one replaces the stored one. */
export type HandoverForm = Omit<HandoverSettings, 'zendesk_failure'> & { readonly zendesk_token: string }

export const formOf = ({ zendesk_failure: _, ...settings }: HandoverSettings): HandoverForm => ({
  ...settings,
  zendesk_token: '',
})

const NAMES: Readonly<Record<keyof HandoverForm, string>> = {
  offered: t('when to offer a person'),
  inbox: t('inbox'),
  email: t('address'),
  zendesk_url: t('Zendesk address'),
  zendesk_email: t('Zendesk user'),
  zendesk_token: t('Zendesk token'),
  reply_hours: t('usual reply time'),
  office_hours: t('office hours'),
}

export const handoverSettingsMachine = createRecordMachine<HandoverForm>({
  id: 'handoverSettings',
  description: 'When the visitors of an assistant are offered a person, and where that goes.',
  validate: ({ offered, inbox, email, zendesk_url, zendesk_email, reply_hours, office_hours }) => ({
    ...(offered.length > 0 &&
      !inbox &&
      email.trim() === '' &&
      zendesk_url.trim() === '' && { email: t('Choose the inbox, an address or Zendesk.') }),
    ...(zendesk_url.trim() !== '' &&
      !EMAIL_PATTERN.test(zendesk_email.trim()) && {
        zendesk_email: t('Enter an address such as you@example.com.'),
      }),
    ...(email.trim() !== '' &&
      !EMAIL_PATTERN.test(email.trim()) && { email: t('Enter an address such as you@example.com.') }),
    ...((!Number.isInteger(reply_hours) || reply_hours < 0 || reply_hours > REPLY_HOURS_MAX) && {
      reply_hours: t('A number from 0 to {max}.', { max: REPLY_HOURS_MAX }),
    }),
    ...(office_hours?.days.length === 0 && { office_hours: t('Choose at least one day.') }),
  }),
  names: NAMES,
  fallback: t('The hand-over settings could not be saved. Your changes are kept: try again.'),
})
