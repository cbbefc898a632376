import { inkOn } from '../../../src/services/contract/brand-accents.ts'
import { hexOf } from '../../../src/services/contract/brand-color.ts'
import type { Configuration } from '../../../src/services/contract/integrations.ts'
import type {
  Closed,
  Launcher,
  PublicPage,
  SharePage,
  VisitorBudget,
} from '../../../src/services/contract/share.ts'
import type { Language } from '../../../src/texts/language.ts'
import { DEFAULT_SETTINGS } from '../../assistants/integrations/configuration.ts'
import { say, written } from '../../kernel/texts/say.ts'
import type { FaceRow, OpenPage, PageRow } from './share.types.ts'

type LeftOut = Pick<PublicPage, 'left_out' | 'left_out_documents'>
type Today = { usedToday: number; resetsAt: string; url: string; leftOut: LeftOut }

export const presentPublicPage = (
  row: PageRow,
  { usedToday, resetsAt, url, leftOut }: Today,
): PublicPage => ({
  state: row.state,
  allowed_origins: row.allowedOrigins,
  visitor_limit: row.visitorLimit,
  daily_limit: row.dailyLimit,
  expires_at: row.expiresAt?.toISOString() ?? null,
  url,
  used_today: usedToday,
  resets_at: resetsAt,
  identity_since: row.identitySince?.toISOString() ?? null,
  ...leftOut,
})

type State = {
  quoted: boolean
  closed: Closed | null
  budget: VisitorBudget
  poweredBy: boolean
  handover: boolean
}

/** Only the published version. */
export const presentSharePage = (
  { integration: { id, published } }: OpenPage,
  { quoted, closed, budget, poweredBy, handover }: State,
): SharePage => {
  const { name, avatar, logo_url, color, welcome_message, starter_questions } = {
    ...DEFAULT_SETTINGS,
    ...published!.configuration,
  }
  return {
    id,
    name,
    avatar,
    logo_url,
    color,
    welcome_message,
    starter_questions,
    answers: quoted ? 'quoted' : 'written',
    closed,
    budget,
    powered_by: poweredBy,
    handover,
  }
}

/** The page's description in previews of its link. */
export const descriptionOf = ({ welcome_message }: Configuration, language: Language) =>
  welcome_message.replace(/\s+/g, ' ') || written(say('public_page.description'), language)

export const presentLauncher = ({ configuration }: FaceRow, language: Language): Launcher => {
  const color = hexOf(configuration.color)
  return {
    label:
      configuration.launcher_label ||
      written(say('public_page.launcher', { name: configuration.name }), language),
    position: configuration.launcher_position,
    color,
    ink: inkOn(color),
  }
}
