import * as z from 'zod/mini'

/** Recipients of data from an installation or an organization. */
export const RecipientKind = z.enum([
  'language_model',
  'embeddings',
  'reranking',
  'mail',
  'files',
  'payments',
  'traces',
  'sign_in',
  'webhook',
  'tickets',
  'channel',
])
export type RecipientKind = z.infer<typeof RecipientKind>

export const Recipient = z.object({
  kind: RecipientKind,
  /** Name of a model or its provider; '' if the host is sufficient. */
  name: z.string(),
  /** Null: on the installation's machine. */
  host: z.nullable(z.string()),
  chosen_by: z.enum(['operator', 'organization']),
})
export type Recipient = z.infer<typeof Recipient>

/** GET /api/v1/organizations/{id}/privacy: answers for a security and privacy review. */
export const Privacy = z.object({
  recipients: z.array(Recipient),
  /** Whether the installation's public address uses HTTPS. */
  is_encrypted_in_transit: z.boolean(),
  /** How long the plan keeps the audit log. */
  audit_days: z.int(),
  access: z.object({
    members: z.int(),
    /** Number of these with two-factor log-in. */
    two_factor: z.int(),
    single_sign_on: z.enum(['off', 'on', 'required']),
    api_keys: z.int(),
    /** Assistants that answer without an account now: on their public page or in a channel. */
    public_assistants: z.int(),
  }),
})
export type Privacy = z.infer<typeof Privacy>
