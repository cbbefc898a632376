import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { Period, Spent } from './analytics.ts'
import {
  EMAIL_MAX,
  EMAIL_PATTERN,
  exact,
  Id,
  list,
  Moment,
  nonBlank,
  optionalName,
  Timestamp,
  TimeZone,
  text,
} from './common.ts'
import { Channel, ConversationDetail } from './conversations.ts'
import { IngestionError } from './documents.ts'
import { HandoverEntry, HandoverEntryKind, HandoverStatus } from './transcript.ts'

export { HandoverEntry, HandoverEntryKind, HandoverStatus }

/** Why a visitor is offered a person: the last question asks for one, was not answered, or two thumbs went down. */
export const HandoverReason = z.enum(['asked', 'refused', 'disliked', 'always'])
export type HandoverReason = z.infer<typeof HandoverReason>

export const HANDOVER_MESSAGE_MAX = 4000
export const CONTACT_NAME_MAX = 80
const URL_MAX = 300
const TOKEN_MAX = 300
const CUSTOMER_ID_MAX = 200
const CUSTOMER_MAX = 2000
const HASH_LENGTH = 64

const optionalEmail = text(EMAIL_MAX).check(
  z.refine(
    (value) => value === '' || EMAIL_PATTERN.test(value),
    t('Enter an address such as you@example.com.'),
  ),
)
const Clock = exact(5).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, t('Enter a time such as 09:00.')))

/** When people reply; days as in `Date.getDay`: 0 is Sunday. */
export const OfficeHours = z.object({
  days: list(z.int().check(z.minimum(0), z.maximum(6)), 7),
  from: Clock,
  to: Clock,
  time_zone: TimeZone,
})
export type OfficeHours = z.infer<typeof OfficeHours>

const settings = {
  /** When a person is offered. */
  offered: list(HandoverReason, HandoverReason.options.length),
  /** Whether requests go to the organization's inbox, and the address that the conversation is mailed to. */
  inbox: z.boolean(),
  email: optionalEmail,
  /** The Zendesk in which a ticket is created, and the agent who creates it; empty for none. */
  zendesk_url: text(URL_MAX),
  zendesk_email: optionalEmail,
  /** Null: at any time. */
  office_hours: z.nullable(OfficeHours),
  /** Expected reply time in office hours; 0 shows none. */
  reply_hours: z.int().check(z.minimum(0), z.maximum(240)),
}

/** GET /api/v1/integrations/{id}/handover */
export const HandoverSettings = z.object({
  ...settings,
  /** Why the last ticket could not be created. */
  zendesk_failure: z.nullable(IngestionError),
})
export type HandoverSettings = z.infer<typeof HandoverSettings>

/** PATCH /api/v1/integrations/{id}/handover; the agent's token is never returned, an empty one keeps it. */
export const HandoverSettingsPatch = z.partial(z.object({ ...settings, zendesk_token: text(TOKEN_MAX) }))
export type HandoverSettingsPatch = z.infer<typeof HandoverSettingsPatch>

export const RATING_MAX = 5
const Rating = z.int().check(z.minimum(1), z.maximum(RATING_MAX))

/** Who requests a person: a visitor, a member in Chat, or someone testing in the Playground. */
export const Requester = z.enum(['visitor', 'member', 'trial'])
export type Requester = z.infer<typeof Requester>

/** When to expect a reply; `hours` counts from `opens_at`, null while people are available. */
export const ExpectedReply = z.object({ hours: z.int(), opens_at: z.nullable(Timestamp) })
export type ExpectedReply = z.infer<typeof ExpectedReply>

/** GET /api/v1/share/{id}/conversations/{part}/handover and /api/v1/conversations/{id}/person: the requester's view. */
export const VisitorHandover = z.object({
  requester: Requester,
  /** Null: no person is offered, or one was requested. */
  offer: z.nullable(HandoverReason),
  expected: ExpectedReply,
  /** Null: no person was requested. */
  status: z.nullable(HandoverStatus),
  /** Who replies instead of the assistant; null while the assistant answers. */
  person: z.nullable(z.string()),
  /** The address that a reply is mailed to. */
  email: z.string(),
  /** The recipient of a reply, if known and fixed; null: the requester enters it. */
  customer: z.nullable(z.object({ name: z.string(), email: z.string() })),
  entries: z.array(HandoverEntry),
  rating: z.nullable(z.int()),
  /** Whether the visitor said that the assistant helped; null: no answer. */
  helped: z.nullable(z.boolean()),
})
export type VisitorHandover = z.infer<typeof VisitorHandover>

/** GET /api/v1/conversations/{id}/person; null: the assistant offers no person, and none was requested. */
export const OwnHandover = z.nullable(VisitorHandover)

/** POST /api/v1/share/{id}/conversations/{part}/handover */
export const Contact = z.object({
  name: optionalName(CONTACT_NAME_MAX),
  email: text(EMAIL_MAX).check(
    z.refine((value) => EMAIL_PATTERN.test(value), t('Enter an address such as you@example.com.')),
  ),
})
export type Contact = z.infer<typeof Contact>

/** A site's claim about its customer. */
export const Customer = z.object({
  id: nonBlank(CUSTOMER_ID_MAX),
  name: z._default(Contact.shape.name, ''),
  email: Contact.shape.email,
})
export type Customer = z.infer<typeof Customer>

/**
 * PUT /api/v1/share/{id}/identity: `user` is the JSON text of a `Customer` as signed, `hash` its HMAC-SHA256 with the
 * assistant's secret, in hexadecimal digits.
 */
export const SignedCustomer = z.object({ user: exact(CUSTOMER_MAX), hash: exact(HASH_LENGTH) })
export type SignedCustomer = z.infer<typeof SignedCustomer>

/** POST …/handover/messages, from the visitor. */
export const VisitorMessage = z.object({ content: nonBlank(HANDOVER_MESSAGE_MAX) })

/** PUT …/handover/rating, once it is resolved, and PUT …/helped. */
export const HandoverRating = z.object({ rating: Rating })
export const Helped = z.object({ helped: z.boolean() })

/** A conversation of the inbox. */
export const InboxItem = z.object({
  conversation_id: Id,
  integration_id: Id,
  assistant: z.string(),
  title: z.string(),
  reason: HandoverReason,
  status: HandoverStatus,
  requester: Requester,
  /** The member who asks; null for visitors, and once the account is deleted. */
  member_id: z.nullable(Id),
  name: z.string(),
  email: z.string(),
  /** The customer that the site's signature proves; null: only the visitor's own statement. */
  customer_id: z.nullable(z.string()),
  assignee_id: z.nullable(Id),
  assignee: z.nullable(z.string()),
  /** Whether a person replies instead of the assistant. */
  taken_over: z.boolean(),
  rating: z.nullable(z.int()),
  requested_at: Timestamp,
  last_at: Timestamp,
})
export type InboxItem = z.infer<typeof InboxItem>

export const Assignee = z.enum(['anyone', 'me', 'nobody'])
export type Assignee = z.infer<typeof Assignee>

export const AskedBy = z.enum(['anyone', 'visitor', 'member'])
export type AskedBy = z.infer<typeof AskedBy>

export const INBOX_PAGE = 50
export const INBOX_PAGE_MAX = 500

/**
 * GET /api/v1/organizations/{id}/inbox; `before` is the conversation of the last known item, `before_at` its
 * `last_at`: if the item has moved since, the page begins where it was.
 */
export const InboxQuery = z.object({
  status: z._default(HandoverStatus, 'open'),
  assignee: z._default(Assignee, 'anyone'),
  requester: z._default(AskedBy, 'anyone'),
  before: z.optional(exact(36).check(z.uuid())),
  before_at: z.optional(Moment),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(INBOX_PAGE_MAX)), INBOX_PAGE),
})
export type InboxQuery = Partial<z.output<typeof InboxQuery>>

/** The longest waiting first; resolved ones newest first. `counts` respect the assignee and the requester. */
export const Inbox = z.object({
  items: z.array(InboxItem),
  has_more: z.boolean(),
  counts: z.record(HandoverStatus, z.int()),
})
export type Inbox = z.infer<typeof Inbox>

/** GET /api/v1/conversations/{id}/handover */
export const HandoverDetail = z.extend(ConversationDetail, {
  item: InboxItem,
  entries: z.array(HandoverEntry),
})
export type HandoverDetail = z.infer<typeof HandoverDetail>

/** PATCH /api/v1/conversations/{id}/handover */
export const HandoverPatch = z.partial(
  z.object({
    status: z.enum(['open', 'resolved']),
    assignee_id: z.nullable(exact(36).check(z.uuid())),
    taken_over: z.boolean(),
  }),
)
export type HandoverPatch = z.infer<typeof HandoverPatch>

/**
 * POST /api/v1/conversations/{id}/handover/entries; a reply is refused if another one has followed `seen`, the
 * last entry that its writer knows. Takes an `Idempotency-Key`.
 */
export const NewHandoverEntry = z.object({
  kind: z.enum(['reply', 'note']),
  content: nonBlank(HANDOVER_MESSAGE_MAX),
  seen: z._default(z.nullable(exact(36).check(z.uuid())), null),
})
export type NewHandoverEntry = z.input<typeof NewHandoverEntry>

/** POST /api/v1/conversations/{id}/handover/presence: someone is writing a reply, or has stopped. */
export const Presence = z.object({ replying: z.boolean() })

/** How conversations ended; each is counted once, as the first of these that applies. */
export const Outcomes = z.object({
  /** A person was requested. */
  handed_over: z.int(),
  /** The last answer found nothing, or failed. */
  refused: z.int(),
  /** The last answer was stopped, got a thumb down, or was said not to have helped. */
  abandoned: z.int(),
  /** All others: the assistant answered. */
  answered: z.int(),
})
export type Outcomes = z.infer<typeof Outcomes>

const OutcomePeriod = z.object({
  ended: Outcomes,
  /** Model costs per conversation that ended as `answered`; empty without prices or such conversations. */
  cost_per_answered: Spent.shape.costs,
  /** Median minutes from a request to the first reply; null without replies. */
  median_reply_minutes: z.nullable(z.number()),
  /** Mean of the visitors' stars; null without any. */
  rating: z.nullable(z.number()),
  ratings: z.int(),
})
export type OutcomePeriod = z.infer<typeof OutcomePeriod>

/** GET /api/v1/organizations/{id}/outcomes: the last days, and as many before them. */
export const OutcomeReport = z.object({
  current: OutcomePeriod,
  previous: OutcomePeriod,
  /** Every day of the period, oldest first. */
  days: z.array(z.object({ date: z.string(), ended: Outcomes })),
  by_integration: z.array(z.object({ integration_id: Id, name: z.string(), ended: Outcomes })),
  by_channel: z.array(z.object({ channel: Channel, ended: Outcomes })),
  /** ISO 639-3 code of the questions’ language, `und` if they are too short to tell. */
  by_language: z.array(z.object({ language: z.string(), ended: Outcomes })),
})
export type OutcomeReport = z.infer<typeof OutcomeReport>

export const OutcomeQuery = Period
