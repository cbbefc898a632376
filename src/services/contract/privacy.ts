import * as z from 'zod/mini'

/** What an installation, or an organization, hands data to. */
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
])
export type RecipientKind = z.infer<typeof RecipientKind>

export const Recipient = z.object({
  kind: RecipientKind,
  /** Of a model or of its provider; '' where the host says it all. */
  name: z.string(),
  /** Null: on the machine of the installation. */
  host: z.nullable(z.string()),
  chosen_by: z.enum(['operator', 'organization']),
})
export type Recipient = z.infer<typeof Recipient>

/** GET /api/v1/organizations/{id}/privacy: what a review of security and privacy asks for. */
export const Privacy = z.object({
  recipients: z.array(Recipient),
  /** Whether people reach the installation by HTTPS, as its public address says. */
  is_encrypted_in_transit: z.boolean(),
  /** How long the plan keeps the audit log. */
  audit_days: z.int(),
  access: z.object({
    members: z.int(),
    /** Those of them whose account has a second factor. */
    two_factor: z.int(),
    single_sign_on: z.enum(['off', 'on', 'required']),
    api_keys: z.int(),
    /** Assistants that anybody may ask without an account. */
    public_assistants: z.int(),
  }),
})
export type Privacy = z.infer<typeof Privacy>
