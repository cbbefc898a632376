import { isIPv4, isIPv6 } from 'node:net'
import path from 'node:path'
import * as z from 'zod/mini'
import { EMAIL_PATTERN } from '../../../src/services/contract/common.ts'
import { isLoopback } from '../address.ts'
import { ConfigError, Environment, list, type Settings } from './environment.ts'
import { type LocalModel, type ModelKind, usableModels } from './local-models.ts'
import {
  type ChatEndpoint,
  endpoint,
  type ModelEndpoint,
  type OfferedModel,
  offeredModels,
  type RerankEndpoint,
  requireModels,
  rerankEndpoint,
  type TokenPrice,
  tokenPrice,
} from './models.ts'
import { makeDataFolder, ownSecret } from './own-secret.ts'
import { type Seller, type StripeSettings, sellerOf, stripeSettings } from './payments.ts'
import { type S3Settings, s3Settings } from './s3.ts'

/** Private networks such as `10.1.0.0/16`; name servers as `address:port`, none for the machine's own. */
type WebSettings = { allowedNetworks: string[]; ports: number[]; nameServers: string[] }

function webSettings({ WEB_NETWORKS, WEB_PORTS, WEB_NAME_SERVERS }: Settings): WebSettings {
  const allowedNetworks = list(WEB_NETWORKS)
  for (const network of allowedNetworks)
    if (!z.safeParse(z.union([z.cidrv4(), z.cidrv6()]), network).success)
      throw new ConfigError('WEB_NETWORKS: must list networks such as 10.1.0.0/16, separated by commas')
  const ports = list(WEB_PORTS).map(Number)
  if (!ports.every(isPort)) throw new ConfigError('WEB_PORTS: must list port numbers, separated by commas')
  const nameServers = list(WEB_NAME_SERVERS)
  if (!nameServers.every(isNameServer))
    throw new ConfigError(
      'WEB_NAME_SERVERS: must list addresses such as 10.1.0.2 or 10.1.0.2:53, separated by commas',
    )
  return { allowedNetworks, ports, nameServers }
}

const isPort = (port: number) => Number.isInteger(port) && port > 0 && port < 65_536

/** `10.1.0.2`, `10.1.0.2:53`, `fd00::2` or `[fd00::2]:53`. Node ends the process for some others. */
function isNameServer(one: string): boolean {
  const [, ipv6, ipv4 = '', port = '53'] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(one) ?? []
  return isIPv6(one) || ((ipv6 === undefined ? isIPv4(ipv4) : isIPv6(ipv6)) && isPort(Number(port)))
}

function administratorsIn({ ADMINISTRATORS }: Settings): string[] {
  const emails = list(ADMINISTRATORS.toLowerCase())
  if (!emails.every((email) => EMAIL_PATTERN.test(email)))
    throw new ConfigError('ADMINISTRATORS: must list email addresses, separated by commas')
  return emails
}

/** As browsers write them; apps have schemes of their own, such as `capacitor://localhost`. */
const isOrigin = (one: string) =>
  /^https?:/.test(one) ? URL.parse(one)?.origin === one : /^[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+$/.test(one)

function originsIn({ ALLOWED_ORIGINS }: Settings): string[] {
  const origins = list(ALLOWED_ORIGINS)
  if (!origins.every(isOrigin))
    throw new ConfigError(
      'ALLOWED_ORIGINS: must list origins such as https://app.example.com, separated by commas',
    )
  return origins
}

/** Address for spans: that of the collector, to which OTLP adds `/v1/traces`. */
const tracesUrl = (endpoint: string | undefined): string | null =>
  endpoint ? `${endpoint.replace(/\/$/, '')}/v1/traces` : null

export type Config = {
  port: number
  host: string
  /** Absolute path. */
  dataDir: string
  databaseUrl: string | null
  /** Where processes count together; null: in PostgreSQL, or in memory with the embedded database. */
  redisUrl: string | null
  /** Null: files are kept in the data folder. */
  s3: S3Settings | null
  jwtSecret: string
  publicUrl: string | null
  allowedOrigins: string[]
  /** Where the app finds its API (S7.31) if it is not this server. */
  apiBase: string | null
  logLevel: string
  trustProxy: boolean
  rateLimits: boolean
  /** Whether /metrics and /docs are served. */
  metrics: boolean
  docs: boolean
  /** Where spans are sent; null: none are created. */
  tracesUrl: string | null
  /** A copy for inspection: nothing is sent or read automatically, and mails go to the outbox. */
  quiet: boolean
  demo: boolean
  /** Email addresses, in lower case, of accounts that administer the installation. */
  administrators: string[]
  llm: ChatEndpoint | null
  /** Further models that an assistant's settings may name. */
  llmOffered: OfferedModel[]
  /** ms without output after which an answer has failed. */
  llmStallLimit: number
  /** Null: the cost of answers is not shown. */
  llmPrice: TokenPrice | null
  embeddings: ModelEndpoint | null
  rerank: RerankEndpoint | null
  /** Folder of the models that run on this machine, and those used unless something else is set. */
  modelsDir: string
  localModels: Record<ModelKind, LocalModel | null>
  /** Where models are downloaded from. */
  modelHub: string
  /** Addresses that knowledge bases may read besides public ones, and how names are resolved. */
  web: WebSettings
  /** ms between two reads of a mailbox in which an assistant answers. */
  mailboxEvery: number
  /** Null: mails go to the outbox. */
  smtpUrl: string | null
  mailFrom: string
  /** Null: the embedded test checkout. */
  stripe: StripeSettings | null
  /** Seller on invoices; null: paid orders get receipts. */
  seller: Seller | null
  /** Contact for custom contracts. */
  salesEmail: string
}

/**
 * Reads the settings; an empty variable counts as unset. Creates the data folder and, without JWT_SECRET, a
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
  requireModels(settings)
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
    allowedOrigins: originsIn(settings),
    apiBase: settings.API_BASE ?? null,
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY === 'on',
    rateLimits: settings.RATE_LIMITS === 'on',
    metrics: settings.METRICS ? settings.METRICS === 'on' : isOwn,
    docs: settings.DOCS ? settings.DOCS === 'on' : isOwn,
    tracesUrl: tracesUrl(settings.OTEL_EXPORTER_OTLP_ENDPOINT),
    quiet: settings.QUIET === 'on',
    demo: settings.DEMO === '1',
    administrators: administratorsIn(settings),
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

/** Unreachable from elsewhere: with a proxy in front, PUBLIC_URL would name it. */
const isForThisMachine = (host: string, publicUrl: string | undefined) =>
  isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname))
