import * as z from 'zod/mini'

/** An unusable setting; the message is one line that names the variable. */
export class ConfigError extends Error {}

export const DATA_DIR_FULL = 'DATA_DIR: its disk has no room left. Make room'

export const http = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
export const protocol = z.enum(['openai', 'anthropic', 'ollama'], {
  error: 'must be openai, anthropic or ollama',
})
const flag = z.enum(['on', 'off'], { error: 'must be on or off' })

export const priceCurrency = z._default(
  z.string().check(z.regex(/^[A-Z]{3}$/, 'must be like USD or EUR')),
  'USD',
)
export const price = z.coerce
  .number({ error: 'must be a price per million tokens' })
  .check(z.minimum(0, 'must be a price per million tokens'))

const DAY = 86_400 // seconds
/** Longer ones would be read by timers as none. */
const seconds = z.coerce
  .number({ error: 'must be a number of seconds' })
  .check(z.positive('must be a number of seconds'), z.maximum(DAY, 'must be a day (86400) at most'))

/** The variables; docs/settings.md explains them. */
export const Environment = z.object({
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
  REDIS_URL: z.optional(z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL' })),
  S3_BUCKET: z.optional(z.string()),
  S3_ENDPOINT: z.optional(http),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  S3_PATH_STYLE: z.optional(flag),
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
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(http),
  ADMINISTRATORS: z._default(z.string(), ''),
  QUIET: z._default(flag, 'off'),
  DEMO: z._default(z.enum(['0', '1'], { error: 'must be 0 or 1' }), '0'),
  LLM_BASE_URL: z.optional(http),
  LLM_API_KEY: z._default(z.string(), ''),
  LLM_PROTOCOL: z._default(protocol, 'openai'),
  LLM_MODEL: z.optional(z.string()),
  LLM_MODELS: z._default(z.string(), ''),
  LLM_PROVIDERS: z._default(z.string(), ''),
  LLM_STALL_SECONDS: z._default(seconds, 30),
  LLM_PRICE_INPUT: z.optional(price),
  LLM_PRICE_OUTPUT: z.optional(price),
  LLM_PRICE_CURRENCY: priceCurrency,
  EMBEDDINGS_BASE_URL: z.optional(http),
  EMBEDDINGS_API_KEY: z.optional(z.string()),
  EMBEDDINGS_MODEL: z.optional(z.string()),
  RERANK_BASE_URL: z.optional(http),
  RERANK_API_KEY: z._default(z.string(), ''),
  RERANK_MODEL: z.optional(z.string()),
  MODELS_DIR: z.optional(z.string()),
  HF_ENDPOINT: z._default(http, 'https://huggingface.co'),
  WEB_NETWORKS: z._default(z.string(), ''),
  WEB_PORTS: z._default(z.string(), '80,443'),
  WEB_NAME_SERVERS: z._default(z.string(), ''),
  MAILBOX_SECONDS: z._default(seconds, 30),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' })),
  MAIL_FROM: z._default(
    z
      .string()
      .check(
        z.regex(
          /^(?:[^\s<>@]+@[^\s<>@]+|[^<>]*<[^\s<>@]+@[^\s<>@]+>)$/,
          'must be an address such as Lectern <lectern@example.com>',
        ),
      ),
    'Lectern <lectern@localhost>',
  ),
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

export type Settings = z.infer<typeof Environment>

/** The entries of a comma-separated setting. */
export const list = (separatedByCommas: string) =>
  separatedByCommas
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
