import type { PublicPage, PublicPageState } from '../../services/contract/share.ts'
import { t } from '../../texts/t.ts'
import { dayIn, endOfDay } from '../shared/days.ts'
import { createRecordMachine } from '../shared/record.machine.ts'

export interface PublicPageValues {
  readonly state: PublicPageState
  readonly allowed_origins: readonly string[]
  readonly visitor_limit: number
  readonly daily_limit: number
  /** A day, such as `2026-12-31`: the page closes at its end where the person is. An empty value means never. */
  readonly expires_on: string
}

const isOrigin = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text

const inRange = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max

export const PUBLIC_PAGE_NAMES: Readonly<Record<keyof PublicPageValues, string>> = {
  state: t('public page'),
  allowed_origins: t('allowed sites'),
  visitor_limit: t('limit per visitor'),
  daily_limit: t('daily limit'),
  expires_on: t('end date'),
}

export const publicPageMachine = createRecordMachine<PublicPageValues>({
  id: 'publicPage',
  description: 'Who may ask an assistant without an account, from where, and how much.',
  validate: ({ allowed_origins, visitor_limit, daily_limit }) => ({
    ...(!allowed_origins.every(isOrigin) && {
      allowed_origins: t('Enter each as https://www.example.com, without a path.'),
    }),
    ...(!inRange(visitor_limit, 1000) && { visitor_limit: t('A number from 1 to 1,000.') }),
    ...(!inRange(daily_limit, 100_000) && { daily_limit: t('A number from 1 to 100,000.') }),
  }),
  names: PUBLIC_PAGE_NAMES,
  fallback: t('The public page could not be saved. Your changes are kept: try again.'),
})

export const publicPageValuesOf = (timeZone: string, page: PublicPage): PublicPageValues => ({
  state: page.state,
  allowed_origins: page.allowed_origins,
  visitor_limit: page.visitor_limit,
  daily_limit: page.daily_limit,
  expires_on: page.expires_at === null ? '' : dayIn(timeZone, page.expires_at),
})

/** When a page that is open through `day` closes; null for never. */
export const expiryOf = (timeZone: string, day: string) => (day === '' ? null : endOfDay(timeZone, day))
