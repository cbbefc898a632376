import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import type { Seller } from './billing/invoices/invoice.types.ts'

const http = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
const flag = z.enum(['on', 'off'], { error: 'must be on or off' })

const price = z.coerce
  .number({ error: 'must be a price per million tokens' })
  .check(z.minimum(0, 'must be a price per million tokens'))

const Environment = z.object({
  PORT: z._default(
    z.coerce
      .number({ error: 'must be a port number' })
      .check(
        z.int('must be a port number'),
        z.minimum(0, 'must be a port number'),
        z.maximum(65_535, 'must be a port number'),
      ),
    3000,
  ),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' })),
  JWT_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  PUBLIC_URL: z.optional(http),
  ALLOWED_ORIGINS: z._default(z.string(), ''),
  API_BASE: z.optional(http),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    }),
    'info',
  ),
  TRUST_PROXY: z._default(flag, 'off'),
  RATE_LIMITS: z._default(flag, 'on'),
  METRICS: z.optional(flag),
  DOCS: z.optional(flag),
  ADMINISTRATORS: z._default(z.string(), ''),
  DEMO: z._default(z.enum(['0', '1'], { error: 'must be 0 or 1' }), '0'),
  LLM_BASE_URL: z.optional(http),
  LLM_API_KEY: z._default(z.string(), ''),
  LLM_MODEL: z.optional(z.string()),
  LLM_MODELS: z._default(z.string(), ''),
  LLM_PROVIDERS: z._default(z.string(), ''),
  LLM_STALL_SECONDS: z._default(z.coerce.number().check(z.positive()), 30),
  LLM_PRICE_INPUT: z.optional(price),
  LLM_PRICE_OUTPUT: z.optional(price),
  LLM_PRICE_CURRENCY: z._default(z.string().check(z.regex(/^[A-Z]{3}$/, 'must be like USD or EUR')), 'USD'),
  EMBEDDINGS_BASE_URL: z.optional(http),
  EMBEDDINGS_API_KEY: z.optional(z.string()),
  EMBEDDINGS_MODEL: z.optional(z.string()),
  RERANK_BASE_URL: z.optional(http),
  RERANK_API_KEY: z._default(z.string(), ''),
  RERANK_MODEL: z.optional(z.string()),
  WEB_NETWORKS: z._default(z.string(), ''),
  WEB_PORTS: z._default(z.string(), '80,443'),
  WEB_NAME_SERVERS: z._default(z.string(), ''),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' })),
  MAIL_FROM: z._default(z.string(), 'Lectern <lectern@localhost>'),
  STRIPE_SECRET_KEY: z.optional(z.string()),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string()),
  STRIPE_API_BASE: z.optional(http),
  SELLER_NAME: z.optional(z.string()),
  SELLER_ADDRESS: z.optional(z.string()),
  SELLER_COUNTRY: z.optional(
    z.string().check(z.regex(/^[A-Z]{2}$/, 'must be the code of a country such as DE')),
  ),
  SELLER_VAT_ID: z.optional(z.string()),
  SELLER_VAT_RATE: z._default(
    z.coerce
      .number({ error: 'must be a percentage' })
      .check(z.minimum(0, 'must be a percentage'), z.maximum(100, 'must be a percentage')),
    0,
  ),
  SELLER_NOTE: z.optional(z.string()),
  SALES_EMAIL: z._default(z.email('must be an email address'), 'sales@lectern.example'),
})

/** Where an OpenAI-compatible model answers. */
export type ModelEndpoint = { baseUrl: string; apiKey: string; model: string }

/** A model that an assistant may be given instead of the operator's own choice, by `id`. */
export type OfferedModel = ModelEndpoint & { id: string; provider: string | null }

/** Without a model it is Text Embeddings Inference, which serves one. */
export type RerankEndpoint = { baseUrl: string; apiKey: string; model: string | null }

/** Private networks as `10.1.0.0/16`; name servers as `address:port`, none for those of the machine. */
export type WebSettings = { allowedNetworks: string[]; ports: number[]; nameServers: string[] }

/** What a million tokens cost, read and written. */
export type TokenPrice = { input: number; output: number; currency: string }

/** `apiBase` is where Stripe answers, when it is not its own host. */
export type StripeSettings = { secretKey: string; webhookSecret: string; apiBase: string | null }

export type Config = {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  databaseUrl: string | null
  jwtSecret: string
  publicUrl: string | null
  allowedOrigins: string[]
  /** Where the app finds its API (S7.31) when it is not this server. */
  apiBase: string | null
  logLevel: string
  trustProxy: boolean
  rateLimits: boolean
  /** Whether /metrics and /docs are answered. */
  metrics: boolean
  docs: boolean
  demo: boolean
  /** Email addresses, lower-case, of accounts that look after the installation. */
  administrators: string[]
  llm: ModelEndpoint | null
  /** Further models, which an assistant's settings may name. */
  llmOffered: OfferedModel[]
  /** ms without a word after which an answer has failed. */
  llmStallLimit: number
  /** Null: what answers cost is not told. */
  llmPrice: TokenPrice | null
  embeddings: ModelEndpoint | null
  rerank: RerankEndpoint | null
  /** What of the web knowledge bases may read besides public addresses, and how names are resolved. */
  web: WebSettings
  /** null: mails lie in the outbox. */
  smtpUrl: string | null
  mailFrom: string
  /** Null: the embedded test checkout. */
  stripe: StripeSettings | null
  /** Who stands on invoices; null: paid orders get receipts. */
  seller: Seller | null
  /** Whom plans by agreement are asked about. */
  salesEmail: string
}

/** A setting that cannot be used; the message is one line that names the variable. */
export class ConfigError extends Error {}

/**
 * Reads the settings; an empty variable counts as absent. Makes the data folder and, without JWT_SECRET, a
 * secret in it.
 * @throws ConfigError
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(Environment, present)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new ConfigError(`${issue.path.join('.')}: ${issue.message}`)
  }
  const settings = parsed.data
  const dataDir = path.resolve(settings.DATA_DIR)
  const isOwn = isForThisMachine(settings.HOST, settings.PUBLIC_URL)
  const llm = endpoint('LLM', settings.LLM_MODEL, settings.LLM_BASE_URL, settings.LLM_API_KEY)
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? null,
    jwtSecret: settings.JWT_SECRET ?? ownSecret(dataDir),
    publicUrl: settings.PUBLIC_URL ?? null,
    allowedOrigins: list(settings.ALLOWED_ORIGINS),
    apiBase: settings.API_BASE ?? null,
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY === 'on',
    rateLimits: settings.RATE_LIMITS === 'on',
    metrics: settings.METRICS ? settings.METRICS === 'on' : isOwn,
    docs: settings.DOCS ? settings.DOCS === 'on' : isOwn,
    demo: settings.DEMO === '1',
    administrators: list(settings.ADMINISTRATORS.toLowerCase()),
    llm,
    llmOffered: offeredModels(llm, settings, present),
    llmStallLimit: settings.LLM_STALL_SECONDS * 1_000,
    llmPrice: tokenPrice(settings.LLM_PRICE_INPUT, settings.LLM_PRICE_OUTPUT, settings.LLM_PRICE_CURRENCY),
    embeddings: endpoint(
      'EMBEDDINGS',
      settings.EMBEDDINGS_MODEL,
      settings.EMBEDDINGS_BASE_URL ?? settings.LLM_BASE_URL,
      settings.EMBEDDINGS_API_KEY ?? settings.LLM_API_KEY,
    ),
    rerank: rerankEndpoint(settings.RERANK_BASE_URL, settings.RERANK_API_KEY, settings.RERANK_MODEL),
    web: webSettings(settings),
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    stripe: stripeSettings(
      settings.STRIPE_SECRET_KEY,
      settings.STRIPE_WEBHOOK_SECRET,
      settings.STRIPE_API_BASE,
    ),
    seller: sellerOf(settings),
    salesEmail: settings.SALES_EMAIL,
  }
}

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host)

/** Nobody else reaches it: a proxy in front would be named by PUBLIC_URL. */
const isForThisMachine = (host: string, publicUrl: string | undefined) =>
  isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname))

const list = (separatedByCommas: string) =>
  separatedByCommas
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

function endpoint(
  prefix: string,
  model: string | undefined,
  baseUrl: string | undefined,
  apiKey: string,
): ModelEndpoint | null {
  if (!model) return null
  if (!baseUrl) throw new ConfigError(`${prefix}_BASE_URL: is needed when ${prefix}_MODEL is set`)
  return { baseUrl, apiKey, model }
}

const PROVIDER_NAME = /^[a-z][a-z0-9-]{0,31}$/

/** Further models of the server of LLM_BASE_URL, and those of each of LLM_PROVIDERS, by its own variables. */
function offeredModels(
  llm: ModelEndpoint | null,
  { LLM_MODELS, LLM_PROVIDERS }: z.infer<typeof Environment>,
  present: Record<string, string | undefined>,
): OfferedModel[] {
  const [models, providers] = [list(LLM_MODELS), list(LLM_PROVIDERS)]
  if (!llm) {
    if (models.length + providers.length > 0)
      throw new ConfigError('LLM_MODEL: is needed when LLM_MODELS or LLM_PROVIDERS is set')
    return []
  }
  const offered = [
    ...models.map((model): OfferedModel => ({ ...llm, model, id: model, provider: null })),
    ...providers.flatMap((provider) => modelsOf(provider, present)),
  ]
  return [...new Map(offered.map((one) => [one.id, one])).values()]
}

function modelsOf(provider: string, present: Record<string, string | undefined>): OfferedModel[] {
  if (!PROVIDER_NAME.test(provider))
    throw new ConfigError('LLM_PROVIDERS: names are small letters, digits and hyphens, separated by commas')
  const prefix = `LLM_${provider.toUpperCase().replaceAll('-', '_')}`
  const baseUrl = z.safeParse(http, present[`${prefix}_BASE_URL`])
  if (!baseUrl.success) throw new ConfigError(`${prefix}_BASE_URL: must be an http:// or https:// URL`)
  const models = list(present[`${prefix}_MODELS`] ?? '')
  if (models.length === 0) throw new ConfigError(`${prefix}_MODELS: names no model`)
  const apiKey = present[`${prefix}_API_KEY`] ?? ''
  return models.map((model) => ({
    baseUrl: baseUrl.data,
    apiKey,
    model,
    id: `${provider}/${model}`,
    provider,
  }))
}

function rerankEndpoint(
  baseUrl: string | undefined,
  apiKey: string,
  model: string | undefined,
): RerankEndpoint | null {
  if (baseUrl) return { baseUrl, apiKey, model: model ?? null }
  if (model) throw new ConfigError('RERANK_BASE_URL: is needed when RERANK_MODEL is set')
  return null
}

function webSettings({
  WEB_NETWORKS,
  WEB_PORTS,
  WEB_NAME_SERVERS,
}: z.infer<typeof Environment>): WebSettings {
  const allowedNetworks = list(WEB_NETWORKS)
  for (const network of allowedNetworks)
    if (!z.safeParse(z.union([z.cidrv4(), z.cidrv6()]), network).success)
      throw new ConfigError('WEB_NETWORKS: holds networks as 10.1.0.0/16, separated by commas')
  const ports = list(WEB_PORTS).map(Number)
  if (!ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536))
    throw new ConfigError('WEB_PORTS: holds port numbers, separated by commas')
  return { allowedNetworks, ports, nameServers: list(WEB_NAME_SERVERS) }
}

function tokenPrice(
  input: number | undefined,
  output: number | undefined,
  currency: string,
): TokenPrice | null {
  if (input === undefined && output === undefined) return null
  if (input === undefined || output === undefined)
    throw new ConfigError(`LLM_PRICE_${input === undefined ? 'INPUT' : 'OUTPUT'}: the other price is set`)
  return { input, output, currency }
}

function stripeSettings(
  secretKey: string | undefined,
  webhookSecret: string | undefined,
  apiBase: string | undefined,
): StripeSettings | null {
  if (!secretKey) return null
  if (!webhookSecret) throw new ConfigError('STRIPE_WEBHOOK_SECRET: is needed when STRIPE_SECRET_KEY is set')
  return { secretKey, webhookSecret, apiBase: apiBase ?? null }
}

/** All that an invoice has to say of who sells; `;` ends a line of the address. */
function sellerOf(settings: z.infer<typeof Environment>): Seller | null {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_COUNTRY: country } = settings
  if (!name) return null
  if (!address) throw new ConfigError('SELLER_ADDRESS: is needed when SELLER_NAME is set')
  if (!country) throw new ConfigError('SELLER_COUNTRY: is needed when SELLER_NAME is set')
  if (settings.SELLER_VAT_RATE > 0 && !settings.SELLER_VAT_ID)
    throw new ConfigError('SELLER_VAT_ID: is needed when SELLER_VAT_RATE is set')
  return {
    name,
    address: address.split(';').map((line) => line.trim()),
    country,
    vatId: settings.SELLER_VAT_ID ?? null,
    vatRate: settings.SELLER_VAT_RATE,
    note: settings.SELLER_NOTE ?? null,
  }
}

function ownSecret(dataDir: string): string {
  const file = path.join(dataDir, 'jwt-secret')
  if (!existsSync(file)) {
    try {
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code !== 'EEXIST') throw new ConfigError(`DATA_DIR: cannot be written (${code})`)
    }
  }
  return readFileSync(file, 'utf8')
}
