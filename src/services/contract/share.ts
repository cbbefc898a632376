import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { QUESTION_MAX } from './asking.ts'
import { Id, list, Moment, nonBlank, Timestamp, text, Uuid } from './common.ts'
import { Conversation, Message } from './conversations.ts'
import { BrandColor, LauncherPosition } from './integrations.ts'

export const PublicPageState = z.enum(['off', 'on', 'paused'])
export type PublicPageState = z.infer<typeof PublicPageState>

export const ORIGINS_MAX = 20
export const VISITOR_LIMIT = 20
export const DAILY_LIMIT = 500

/** Hosts that a content security policy can name: the URL parser allows a semicolon in them. */
const ORIGIN_PATTERN = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/

/** `https://example.com`, without a path; `http` for a local machine. */
export const isOrigin = (value: string) =>
  ORIGIN_PATTERN.test(value) && URL.canParse(value) && new URL(value).origin === value

const Origin = text(200).check(
  z.refine(isOrigin, t('Enter a site such as https://www.example.com, without a path.')),
)

const pageSettings = {
  state: PublicPageState,
  /** Pages of these origins can show the assistant in a frame; ours always can. */
  allowed_origins: list(Origin, ORIGINS_MAX),
  /** Questions per day. */
  visitor_limit: z.int().check(z.minimum(1), z.maximum(1000)),
  daily_limit: z.int().check(z.minimum(1), z.maximum(100_000)),
  /** From then on, the page says that it has expired. */
  expires_at: z.nullable(Moment),
}

const Named = z.object({ id: Id, name: z.string() })

/** GET /api/v1/integrations/{id}/public-page */
export const PublicPage = z.object({
  ...pageSettings,
  /** The address that people open. */
  url: z.string(),
  /** Questions asked today. */
  used_today: z.int(),
  resets_at: Timestamp,
  /** When the secret by which sites sign their customers' identity was created; null: there is none. */
  identity_since: z.nullable(Timestamp),
  /** Restricted knowledge bases of the assistant: public answers never use them. */
  left_out: z._default(z.array(Named), []),
  /** Likewise restricted documents in its other knowledge bases, the first 100 by name. */
  left_out_documents: z._default(z.array(Named), []),
})
export type PublicPage = z.infer<typeof PublicPage>

/** PATCH /api/v1/integrations/{id}/public-page */
export const PublicPagePatch = z.partial(z.object(pageSettings))
export type PublicPagePatch = z.infer<typeof PublicPagePatch>

/** POST /api/v1/integrations/{id}/public-page/identity-secret: shown only once. */
export const IdentitySecret = z.object({ secret: z.string() })
export type IdentitySecret = z.infer<typeof IdentitySecret>

/** Why no question can be asked now. */
export const Closed = z.enum(['paused', 'expired', 'over_budget'])
export type Closed = z.infer<typeof Closed>

/**
 * A visitor's remaining questions today; `resets_at` is the next midnight in UTC, `resets_in` the seconds until then,
 * by the server's clock.
 */
export const VisitorBudget = z.object({
  limit: z.int(),
  left: z.int(),
  resets_at: Timestamp,
  resets_in: z.int(),
})
export type VisitorBudget = z.infer<typeof VisitorBudget>

/** GET /api/v1/share/{id}, with `x-visitor-token` if there is one. It holds no data of the organization. */
export const SharePage = z.object({
  id: Id,
  name: z.string(),
  avatar: z.string(),
  logo_url: z.string(),
  color: BrandColor,
  welcome_message: z.string(),
  starter_questions: z.array(z.string()),
  /** Sentences of the documents, or a model's own words. */
  answers: z.enum(['quoted', 'written']),
  closed: z.nullable(Closed),
  budget: VisitorBudget,
  /** Whether the page links to Lectern. */
  powered_by: z.boolean(),
  /** Whether a person can be offered, or was requested by this visitor. */
  handover: z.boolean(),
})
export type SharePage = z.infer<typeof SharePage>

/** GET /api/v1/share/{id}/launcher: the look of `embed.js`'s button on another site. */
export const Launcher = z.object({
  label: z.string(),
  position: LauncherPosition,
  /** Colours of the button and of its text, such as `#1F6650`. */
  color: z.string(),
  ink: z.string(),
})
export type Launcher = z.infer<typeof Launcher>

/** POST /api/v1/share/{id}/visitors: the token's holder is the visitor; there is no other way to one's history. */
export const Visitor = z.object({ token: z.string() })
export type Visitor = z.infer<typeof Visitor>

export const ShareChannel = z.enum(['share', 'embed'])
export type ShareChannel = z.infer<typeof ShareChannel>

/** POST /api/v1/share/{id}/messages */
export const ShareQuestion = z.object({
  content: nonBlank(QUESTION_MAX),
  conversation_id: z.nullable(Uuid),
  channel: ShareChannel,
})
export type ShareQuestion = z.infer<typeof ShareQuestion>

export const ShareAsked = z.object({
  conversation: Conversation,
  question: Message,
  answer: Message,
  budget: VisitorBudget,
})
export type ShareAsked = z.infer<typeof ShareAsked>
