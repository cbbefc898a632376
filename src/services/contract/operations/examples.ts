/** Ids of the examples: the same thing has the same id throughout the reference. */
export const EXAMPLE_IDS = {
  organization: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a01',
  'knowledge-base': '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a02',
  document: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a03',
  passage: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a04',
  integration: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a05',
  conversation: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a06',
  message: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a07',
  source: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a08',
  index: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a09',
  'golden-question': '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a0a',
  member: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a0b',
  invitation: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a0c',
  'api-key': '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a0d',
  session: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a0e',
  notification: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a0f',
  payment: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a10',
  picture: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a11',
  webhook: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a12',
  'email-domain': '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a13',
  'provisioning-token': '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a15',
  group: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a16',
  'model-provider': '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a14',
  channel: '5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a17',
} as const

export type ExampleThing = keyof typeof EXAMPLE_IDS

/** Path segments whose parameter has another name. */
const THINGS: Readonly<Record<string, ExampleThing>> = {
  'knowledge-bases': 'knowledge-base',
  indexes: 'index',
  models: 'integration',
  share: 'integration',
}

/** The kind of thing that a path parameter identifies, by the preceding segment: null if it is not an id. */
export const thingOf = (segment: string): ExampleThing | null => {
  const singular = segment.replace(/s$/, '')
  return THINGS[segment] ?? (singular in EXAMPLE_IDS ? (singular as ExampleThing) : null)
}

/** A picture of one pixel. */
export const PIXEL = {
  field: 'file',
  name: 'logo.png',
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
} as const

export const QUESTION = 'How long can shoes be returned?'

export const RATING = { rating: 'up', reason: null, comment: '' }

export const FAQ = { question: 'How long can shoes be returned?', answer: 'Within 30 days, unworn.' }
