import path from 'node:path'
import * as z from 'zod/mini'
import { ConfigError } from './config-error.ts'
import { Environment, type Settings } from './environment.ts'
import { list } from './list.ts'
import { type LocalModel, type ModelKind, usableModels } from './local-models.ts'
import { isLoopback } from './loopback.ts'
import {
  type ChatEndpoint,
  endpoint,
  type ModelEndpoint,
  type OfferedModel,
  offeredModels,
  type RerankEndpoint,
  rerankEndpoint,
  type TokenPrice,
  tokenPrice,
} from './models.ts'
import { makeDataFolder, ownSecret } from './own-secret.ts'
import { type Seller, type StripeSettings, sellerOf, stripeSettings } from './payments.ts'
import { type S3Settings, s3Settings } from './s3.ts'

/** Private networks as `10.1.0.0/16`; name servers as `address:port`, none for those of the machine. */
type WebSettings = { allowedNetworks: string[]; ports: number[]; nameServers: string[] }

function webSettings({ WEB_NETWORKS, WEB_PORTS, WEB_NAME_SERVERS }: Settings): WebSettings {
  const allowedNetworks = list(WEB_NETWORKS)
  for (const network of allowedNetworks)
    if (!z.safeParse(z.union([z.cidrv4(), z.cidrv6()]), network).success)
      throw new ConfigError('WEB_NETWORKS: holds networks as 10.1.0.0/16, separated by commas')
  const ports = list(WEB_PORTS).map(Number)
  if (!ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536))
    throw new ConfigError('WEB_PORTS: holds port numbers, separated by commas')
  return { allowedNetworks, ports, nameServers: list(WEB_NAME_SERVERS) }
}

/** Where spans go: the address of a collector, to which OTLP adds `/v1/traces`. */
const tracesUrl = (endpoint: string | undefined): string | null =>
  endpoint ? `${endpoint.replace(/\/$/, '')}/v1/traces` : null

export type Config = {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  databaseUrl: string | null
  /** Where processes count together; null: in PostgreSQL, or alone with the embedded database. */
  redisUrl: string | null
  /** Null: files lie in the data folder. */
  s3: S3Settings | null
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
  /** Where spans are sent; null: none are made. */
  tracesUrl: string | null
  /** A copy that is looked at: nothing is sent or read on its own, and mails lie in the outbox. */
  quiet: boolean
  demo: boolean
  /** Email addresses, lower-case, of accounts that look after the installation. */
  administrators: string[]
  llm: ChatEndpoint | null
  /** Further models, which an assistant's settings may name. */
  llmOffered: OfferedModel[]
  /** ms without a word after which an answer has failed. */
  llmStallLimit: number
  /** Null: what answers cost is not told. */
  llmPrice: TokenPrice | null
  embeddings: ModelEndpoint | null
  rerank: RerankEndpoint | null
  /** Where models lie that run on this machine; those that it uses, where nothing else is set. */
  modelsDir: string
  localModels: Record<ModelKind, LocalModel | null>
  /** Where models are fetched from. */
  modelHub: string
  /** What of the web knowledge bases may read besides public addresses, and how names are resolved. */
  web: WebSettings
  /** ms between two readings of a mailbox in which an assistant answers. */
  mailboxEvery: number
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
  makeDataFolder(dataDir)
  const modelsDir = path.resolve(settings.MODELS_DIR ?? path.join(dataDir, 'models'))
  const isOwn = isForThisMachine(settings.HOST, settings.PUBLIC_URL)
  const model = endpoint('LLM', settings.LLM_MODEL, settings.LLM_BASE_URL, settings.LLM_API_KEY)
  const llm = model && { ...model, protocol: settings.LLM_PROTOCOL }
  const llmPrice = tokenPrice(
    settings.LLM_PRICE_INPUT,
    settings.LLM_PRICE_OUTPUT,
    settings.LLM_PRICE_CURRENCY,
  )
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? null,
    redisUrl: settings.REDIS_URL ?? null,
    s3: s3Settings(settings),
    jwtSecret: settings.JWT_SECRET ?? ownSecret(dataDir),
    publicUrl: settings.PUBLIC_URL ?? null,
    allowedOrigins: list(settings.ALLOWED_ORIGINS),
    apiBase: settings.API_BASE ?? null,
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY === 'on',
    rateLimits: settings.RATE_LIMITS === 'on',
    metrics: settings.METRICS ? settings.METRICS === 'on' : isOwn,
    docs: settings.DOCS ? settings.DOCS === 'on' : isOwn,
    tracesUrl: tracesUrl(settings.OTEL_EXPORTER_OTLP_ENDPOINT),
    quiet: settings.QUIET === 'on',
    demo: settings.DEMO === '1',
    administrators: list(settings.ADMINISTRATORS.toLowerCase()),
    llm,
    llmOffered: offeredModels(llm, llmPrice, settings, present),
    llmStallLimit: settings.LLM_STALL_SECONDS * 1_000,
    llmPrice,
    embeddings: endpoint(
      'EMBEDDINGS',
      settings.EMBEDDINGS_MODEL,
      settings.EMBEDDINGS_BASE_URL ?? settings.LLM_BASE_URL,
      settings.EMBEDDINGS_API_KEY ?? settings.LLM_API_KEY,
    ),
    modelsDir,
    localModels: usableModels(modelsDir),
    modelHub: settings.HF_ENDPOINT,
    rerank: rerankEndpoint(settings.RERANK_BASE_URL, settings.RERANK_API_KEY, settings.RERANK_MODEL),
    web: webSettings(settings),
    mailboxEvery: settings.MAILBOX_SECONDS * 1_000,
    smtpUrl: settings.QUIET === 'on' ? null : (settings.SMTP_URL ?? null),
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

/** Nobody else reaches it: a proxy in front would be named by PUBLIC_URL. */
const isForThisMachine = (host: string, publicUrl: string | undefined) =>
  isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname))
