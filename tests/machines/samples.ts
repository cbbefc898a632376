import { DEFAULT_SETTINGS } from '../../server/assistants/integrations/configuration.ts'
import type { BillingDetails, Plan, Renewal, Subscription } from '../../src/services/contract/billing.ts'
import type { Citation, Conversation, Message } from '../../src/services/contract/conversations.ts'
import type { Document } from '../../src/services/contract/documents.ts'
import type { GoldenQuestion } from '../../src/services/contract/golden.ts'
import type { IndexStatus, KnowledgeIndex } from '../../src/services/contract/indexes.ts'
import type { Integration } from '../../src/services/contract/integrations.ts'
import {
  DEFAULT_RETRIEVAL_SETTINGS,
  type KnowledgeBase,
} from '../../src/services/contract/knowledge-bases.ts'
import type { Notification } from '../../src/services/contract/notifications.ts'
import type { Organization } from '../../src/services/contract/organizations.ts'
import type { SearchHit } from '../../src/services/contract/search.ts'

const AT = '2026-01-31T12:00:00.000Z'

export const organization = (id: string, name = `Organization ${id}`): Organization => ({
  id,
  name,
  slug: id,
  description: '',
  settings: {},
  logo_url: null,
  role: 'owner',
  member_count: 1,
  created_at: AT,
  updated_at: AT,
})

export const integration = (more: Partial<Integration> = {}): Integration => ({
  id: 'i1',
  organization_id: 'o1',
  name: 'Help desk',
  description: '',
  status: 'published',
  restricted: false,
  knowledge_base_ids: ['k1'],
  ...DEFAULT_SETTINGS,
  config_version: 1,
  published_at: AT,
  draft_changes: [],
  counts: { questions: 1, answered: 1 },
  created_at: AT,
  updated_at: AT,
  ...more,
})

export const knowledgeBase = (more: Partial<KnowledgeBase> = {}): KnowledgeBase => ({
  id: 'k1',
  organization_id: 'o1',
  name: 'Handbooks',
  description: '',
  settings: DEFAULT_RETRIEVAL_SETTINGS,
  restricted: false,
  status: 'empty',
  counts: { documents: 0, ready: 0, failed: 0, passages: 0, bytes: 0, words: 0 },
  integration_ids: [],
  last_indexed_at: null,
  created_at: AT,
  updated_at: AT,
  ...more,
})

export const citation = (n: number, documentId: string | null = 'd1'): Citation => ({
  n,
  passage_id: documentId && 'p1',
  document_id: documentId,
  document_name: 'Returns policy.pdf',
  heading_path: [],
  page: 2,
  content: 'Goods may be returned within 30 days.',
  quote: 'within 30 days',
  char_start: 0,
  char_end: 37,
  score: 1,
})

export const message = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  conversation_id: 'c1',
  role: 'assistant',
  content: '',
  status: 'streaming',
  citations: [],
  answered: null,
  mode: 'quoted',
  config_version: null,
  model: null,
  attempts: [],
  cut_off: false,
  passages_searched: 3,
  readiness: null,
  latency_ms: null,
  error: null,
  unsupported: [],
  feedback: null,
  created_at: AT,
  withheld: false,
  ...more,
})

export const conversation: Conversation = {
  id: 'c1',
  integration_id: 'i1',
  channel: 'playground',
  title: 'How long?',
  tags: [],
  message_count: 2,
  liked: 0,
  disliked: 0,
  unanswered: 0,
  started_at: AT,
  last_message_at: AT,
}

export const document = (id: string): Document => ({
  id,
  knowledge_base_id: 'k1',
  name: `${id}.pdf`,
  source: 'file',
  url: null,
  enabled: true,
  restricted: false,
  sharing: null,
  version: 1,
  is_searchable: false,
  type: 'pdf',
  size: 1000,
  status: 'queued',
  progress: null,
  error: null,
  attempts: 0,
  passage_count: 0,
  word_count: 0,
  created_at: AT,
  updated_at: AT,
})

export const searchHit = (id: string): SearchHit => ({
  passage: {
    id,
    document_id: 'd1',
    position: 0,
    heading_path: ['Returns'],
    content: 'Goods may be returned within 30 days.',
    char_start: 0,
    char_end: 37,
    page: 2,
    enabled: true,
    original: null,
  },
  document_name: 'Returns policy.pdf',
  matches: [{ start: 13, end: 21 }],
  score: 1,
  text_rank: 1,
  vector_rank: 2,
  cosine: 0.6,
  rerank_score: null,
})

export const goldenQuestion = (id: string): GoldenQuestion => ({
  id,
  knowledge_base_id: 'k1',
  question: 'When do you open?',
  expected: [{ document_id: 'd1', document_name: 'Hours.md', quote: '', is_gone: false }],
  last: { place: 2, at: '2026-01-01T00:00:00.000Z' },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
})

export const billingDetails: BillingDetails = {
  name: 'Ada Holm',
  email: 'ada@northwind.example',
  company: null,
  address_line1: 'Quay 1',
  address_line2: null,
  city: 'Bergen',
  state: '',
  postal_code: '5003',
  country: 'NO',
  phone: null,
  tax_id: null,
}

export const plan = (id: string, price: Plan['price'], more: Partial<Plan> = {}): Plan => ({
  id,
  name: id,
  description: '',
  price,
  is_contact_only: false,
  features: [],
  ...more,
})

export const plans: readonly Plan[] = [
  plan('free', 0),
  plan('starter', 19),
  plan('pro', 59, { members: 15, seat_price: 4, seats_max: 35 }),
  plan('enterprise', 'Custom', { is_contact_only: true, contact_email: 'sales@lectern.example' }),
]

export const renewal = (more: Partial<Renewal> = {}): Renewal => ({
  state: 'renewing',
  charged_at: AT,
  amount: 1900,
  card: { brand: 'visa', last4: '4242', expires: '2031-07' },
  test: false,
  ends_at: more.state === 'past_due' ? AT : null,
  ...more,
})

export const subscription = (more: Partial<Subscription> = {}): Subscription => ({
  plan_id: 'starter',
  trial_end_date: null,
  status: 'paid',
  interval: 'month',
  period_end: AT,
  next: null,
  renewable: false,
  renewal: null,
  ...more,
})

/** `n` numbers them: higher is newer. */
export const notification = (n: number, more: Partial<Notification> = {}): Notification => ({
  id: `n${n}`,
  organization_id: null,
  type: 'document_ingest_success',
  title: `Notification ${n}`,
  message: 'It is so.',
  link: '/knowledge-bases/k1',
  read: false,
  created_at: new Date(Date.UTC(2026, 0, 31, 12, n)).toISOString(),
  ...more,
})

export const knowledgeIndex = (status: IndexStatus): KnowledgeIndex => ({
  id: 'i2',
  knowledge_base_id: 'k1',
  number: 2,
  status,
  origin: 'settings',
  restored_number: null,
  passage_size: 600,
  passage_overlap: 100,
  progress: status === 'building' ? { done: 3, total: 12 } : null,
  error:
    status === 'failed'
      ? { code: 'interrupted', message: 'Something went wrong on our side.', hint: 'Try again.' }
      : null,
  report: null,
  recall: null,
  recall_before: null,
  is_kept: false,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'Ann',
  published_at: null,
  updated_at: '2026-01-01T00:00:00.000Z',
})
