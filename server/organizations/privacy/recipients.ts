import type { Recipient, RecipientKind } from '../../../src/services/contract/privacy.ts'
import { isLoopback } from '../../kernel/address.ts'
import type { Config } from '../../kernel/config/config.ts'

/** Services that an organization set up itself. */
export type OwnServices = {
  providers: readonly { name: string; baseUrl: string }[]
  identityProvider: { issuer: string } | null
  webhooks: readonly string[]
  ticketSystems: readonly string[]
  channels: readonly { name: string; url: string }[]
}

/** Null: on this machine. */
function hostOf(url: string): string | null {
  const { host, hostname } = new URL(url)
  return isLoopback(hostname) ? null : host
}

const named =
  (chosen_by: Recipient['chosen_by']) =>
  (kind: RecipientKind, url: string | null, name = ''): Recipient => ({
    kind,
    name,
    host: url === null ? null : hostOf(url),
    chosen_by,
  })

function operatorsOf(config: Config): Recipient[] {
  const { llm, llmOffered, embeddings, rerank, localModels, smtpUrl, s3, stripe, tracesUrl } = config
  const by = named('operator')
  return [
    ...(llm ? [by('language_model', llm.baseUrl, llm.model)] : []),
    ...llmOffered.map(({ baseUrl, model }) => by('language_model', baseUrl, model)),
    by('embeddings', embeddings?.baseUrl ?? null, embeddings?.model ?? localModels.embedding?.name),
    ...(rerank ? [by('reranking', rerank.baseUrl, rerank.model ?? '')] : []),
    ...(smtpUrl ? [by('mail', smtpUrl)] : []),
    ...(s3 ? [by('files', s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`, s3.bucket)] : []),
    ...(stripe ? [by('payments', stripe.apiBase ?? 'https://api.stripe.com', 'Stripe')] : []),
    ...(tracesUrl ? [by('traces', tracesUrl)] : []),
  ]
}

function organizationsOf(own: OwnServices): Recipient[] {
  const { providers, identityProvider, webhooks, ticketSystems, channels } = own
  const by = named('organization')
  return [
    ...providers.map(({ name, baseUrl }) => by('language_model', baseUrl, name)),
    ...(identityProvider ? [by('sign_in', identityProvider.issuer)] : []),
    ...webhooks.map((url) => by('webhook', url)),
    ...ticketSystems.map((url) => by('tickets', url, 'Zendesk')),
    ...channels.map(({ name, url }) => by('channel', url, name)),
  ]
}

/** All recipients of the organization's data, each once. */
export function recipientsOf(config: Config, own: OwnServices): Recipient[] {
  const all = [...operatorsOf(config), ...organizationsOf(own)]
  return [...new Map(all.map((recipient) => [JSON.stringify(recipient), recipient])).values()]
}
