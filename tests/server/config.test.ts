import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../server/kernel/config/config.ts'
import { ConfigError } from '../../server/kernel/config/environment.ts'

describe('the settings', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'lectern-'))
    writeFileSync(path.join(folder, 'file'), '')
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: folder, ...env })

  it('have defaults for all of them', () => {
    expect(load()).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: folder,
      databaseUrl: null,
      redisUrl: null,
      s3: null,
      jwtSecret: expect.stringMatching(/^[\w-]{43}$/),
      publicUrl: null,
      allowedOrigins: [],
      apiBase: null,
      logLevel: 'info',
      trustProxy: false,
      rateLimits: true,
      metrics: true,
      docs: true,
      tracesUrl: null,
      quiet: false,
      demo: false,
      administrators: [],
      llm: null,
      llmStallLimit: 30_000,
      llmOffered: [],
      llmPrice: null,
      embeddings: null,
      rerank: null,
      modelsDir: path.join(folder, 'models'),
      localModels: { embedding: null, reranker: null },
      modelHub: 'https://huggingface.co',
      web: { allowedNetworks: [], ports: [80, 443], nameServers: [] },
      mailboxEvery: 30_000,
      smtpUrl: null,
      mailFrom: 'Lectern <lectern@localhost>',
      stripe: null,
      seller: null,
      salesEmail: 'sales@lectern.example',
    })
  })

  it('take an object store with all that it needs', () => {
    const store = { S3_BUCKET: 'lectern', JWT_SECRET: 'x'.repeat(32) }
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(load(store).s3).toEqual({
      bucket: 'lectern',
      endpoint: null,
      region: 'us-east-1',
      credentials: null,
      pathStyle: false,
    })
    expect(load({ ...store, ...keys, S3_ENDPOINT: 'http://store:9000', S3_REGION: 'eu' }).s3).toEqual({
      bucket: 'lectern',
      endpoint: 'http://store:9000',
      region: 'eu',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      pathStyle: true,
    })
    const refused = (env: Record<string, string>, message: string) =>
      expect(() => load(env)).toThrow(new ConfigError(message))
    refused({ S3_ENDPOINT: 'http://store:9000' }, 'S3_BUCKET: is needed when S3_ENDPOINT is set')
    refused({ S3_BUCKET: 'lectern' }, 'JWT_SECRET: is needed when S3_BUCKET is set')
    const half = { ...store, S3_ACCESS_KEY_ID: 'id' }
    refused(half, 'S3_SECRET_ACCESS_KEY: is required with the other key')
    refused({ REDIS_URL: 'http://redis' }, 'REDIS_URL: must be a redis:// or rediss:// URL')
  })

  it('require all settings of the seller, or none', () => {
    const seller = {
      SELLER_NAME: 'Lectern GmbH',
      SELLER_ADDRESS: 'Torstraße 1; 10115 Berlin',
      SELLER_COUNTRY: 'DE',
    }
    expect(load({ ...seller, SELLER_VAT_ID: 'DE123456789', SELLER_VAT_RATE: '19' }).seller).toEqual({
      name: 'Lectern GmbH',
      address: ['Torstraße 1', '10115 Berlin'],
      country: 'DE',
      vatId: 'DE123456789',
      vatRate: 19,
      note: null,
    })
    expect(load(seller).seller).toMatchObject({ vatId: null, vatRate: 0 })
    for (const name of ['SELLER_ADDRESS', 'SELLER_COUNTRY'])
      expect(() => load({ ...seller, [name]: '' })).toThrow(`${name}: is needed when SELLER_NAME is set`)
    expect(() => load({ ...seller, SELLER_VAT_RATE: '19' })).toThrow('SELLER_VAT_ID: is needed')
    expect(() => load({ ...seller, SELLER_COUNTRY: 'Germany' })).toThrow('SELLER_COUNTRY: must be the code')
  })

  it('make a secret once', () => {
    expect(load().jwtSecret).toBe(load().jwtSecret)
  })

  it('take an empty variable as absent', () => {
    expect(load({ PORT: '', DATABASE_URL: '', LLM_MODEL: '' })).toEqual(load())
  })

  it.each([
    [{}, true],
    [{ HOST: '::1', PUBLIC_URL: 'http://localhost:8080' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ PUBLIC_URL: 'https://lectern.example' }, false],
    [{ HOST: '0.0.0.0', METRICS: 'on', DOCS: 'on' }, true],
    [{ METRICS: 'off', DOCS: 'off' }, false],
  ])('show figures and the interface to this machine alone, or as they are told: %o', (env, shown) => {
    expect(load(env)).toMatchObject({ metrics: shown, docs: shown })
  })

  it('read origins as a list', () => {
    const origins = ['https://a.test', 'http://[::1]:5173', 'capacitor://localhost']
    expect(load({ ALLOWED_ORIGINS: `${origins.join(', ')} ,` }).allowedOrigins).toEqual(origins)
  })

  it.each([
    'https://a.test/',
    'https://a.test/path',
    'a.test',
    '*',
    'https://a.test, *',
    'https://A.test:443',
  ])('refuse origins that no browser sends: %s', (origins) => {
    expect(() => load({ ALLOWED_ORIGINS: origins })).toThrow(
      new ConfigError(
        'ALLOWED_ORIGINS: must list origins such as https://app.example.com, separated by commas',
      ),
    )
  })

  it('[S7.32] open networks and ports to the reading of the web one by one', () => {
    const web = {
      WEB_NETWORKS: '10.1.0.0/16, fd00::/8',
      WEB_PORTS: '80,8080',
      WEB_NAME_SERVERS: '10.1.0.2:53',
    }
    expect(load(web).web).toEqual({
      allowedNetworks: ['10.1.0.0/16', 'fd00::/8'],
      ports: [80, 8080],
      nameServers: ['10.1.0.2:53'],
    })
    expect(() => load({ WEB_NETWORKS: 'everything' })).toThrow('WEB_NETWORKS')
    expect(() => load({ WEB_PORTS: '80,x' })).toThrow('WEB_PORTS')
  })

  it("let embeddings use the model's address and key", () => {
    const model = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_API_KEY: 'key', LLM_MODEL: 'large' }
    const { llm, embeddings } = load({ ...model, EMBEDDINGS_MODEL: 'small' })
    expect(llm).toEqual({
      protocol: 'openai',
      baseUrl: 'http://127.0.0.1:1/v1',
      apiKey: 'key',
      model: 'large',
    })
    expect(embeddings).toEqual({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key', model: 'small' })
    expect(load(model).embeddings).toBeNull()
    const own = {
      EMBEDDINGS_BASE_URL: 'http://127.0.0.1:2',
      EMBEDDINGS_API_KEY: 'other',
      EMBEDDINGS_MODEL: 'small',
    }
    expect(load({ ...model, ...own }).embeddings).toEqual({
      baseUrl: 'http://127.0.0.1:2',
      apiKey: 'other',
      model: 'small',
    })
  })

  it('offer further models of the same server and of other providers', () => {
    const own = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_API_KEY: 'key', LLM_MODEL: 'large' }
    const more = {
      LLM_MODELS: 'small, tiny',
      LLM_PROVIDERS: 'far-away',
      LLM_FAR_AWAY_BASE_URL: 'https://far.test/v1',
      LLM_FAR_AWAY_API_KEY: 'other',
      LLM_FAR_AWAY_MODELS: 'huge',
      LLM_FAR_AWAY_PROTOCOL: 'anthropic',
      LLM_PRICE_INPUT: '2',
      LLM_PRICE_OUTPUT: '4',
      LLM_FAR_AWAY_PRICE_INPUT: '3',
      LLM_FAR_AWAY_PRICE_OUTPUT: '15',
      LLM_FAR_AWAY_PRICE_CURRENCY: 'EUR',
    }
    const price = { input: 2, output: 4, currency: 'USD' }
    const here = { protocol: 'openai', baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key', provider: null }
    expect(load({ ...own, ...more }).llmOffered).toEqual([
      { ...here, model: 'small', id: 'small', price },
      { ...here, model: 'tiny', id: 'tiny', price },
      {
        protocol: 'anthropic',
        baseUrl: 'https://far.test/v1',
        apiKey: 'other',
        model: 'huge',
        id: 'far-away/huge',
        provider: 'far-away',
        price: { input: 3, output: 15, currency: 'EUR' },
      },
    ])
    const refused = (env: Record<string, string>) => () => load({ ...own, ...more, ...env })
    expect(refused({ LLM_MODEL: '' })).toThrow(/^LLM_MODEL: /)
    expect(refused({ LLM_PROVIDERS: 'Far Away' })).toThrow(/^LLM_PROVIDERS: /)
    expect(refused({ LLM_FAR_AWAY_BASE_URL: 'far.test' })).toThrow(/^LLM_FAR_AWAY_BASE_URL: /)
    expect(refused({ LLM_FAR_AWAY_PROTOCOL: 'grpc' })).toThrow(/^LLM_FAR_AWAY_PROTOCOL: /)
    expect(refused({ LLM_PROTOCOL: 'grpc' })).toThrow(/^LLM_PROTOCOL: /)
    expect(refused({ LLM_FAR_AWAY_MODELS: '' })).toThrow(/^LLM_FAR_AWAY_MODELS: /)
    expect(refused({ LLM_FAR_AWAY_PRICE_INPUT: '' })).toThrow(/^LLM_FAR_AWAY_PRICE_INPUT: /)
    expect(refused({ LLM_FAR_AWAY_PRICE_OUTPUT: 'much' })).toThrow(/^LLM_FAR_AWAY_PRICE_OUTPUT: /)
  })

  it('take a rerank server with and without a model', () => {
    const RERANK_BASE_URL = 'http://127.0.0.1:3/v1'
    expect(load({ LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'large' }).rerank).toBeNull()
    expect(load({ RERANK_BASE_URL }).rerank).toEqual({ baseUrl: RERANK_BASE_URL, apiKey: '', model: null })
    const rerank = load({ RERANK_BASE_URL, RERANK_API_KEY: 'key', RERANK_MODEL: 'small' }).rerank
    expect(rerank).toEqual({ baseUrl: RERANK_BASE_URL, apiKey: 'key', model: 'small' })
  })

  it('tell what a million tokens cost, where both prices are set', () => {
    expect(load({ LLM_PRICE_INPUT: '2.5', LLM_PRICE_OUTPUT: '10' }).llmPrice).toEqual({
      input: 2.5,
      output: 10,
      currency: 'USD',
    })
  })

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '3000.5'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['JWT_SECRET', 'short'],
    ['PUBLIC_URL', 'example.test'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMITS', 'maybe'],
    ['TRUST_PROXY', '1'],
    ['LLM_BASE_URL', 'localhost'],
    ['SMTP_URL', 'mail.example.test'],
    ['LLM_MODEL', 'without an address'],
    ['RERANK_BASE_URL', 'localhost'],
    ['RERANK_MODEL', 'without an address'],
    ['LLM_PRICE_INPUT', 'cheap'],
    ['LLM_PRICE_CURRENCY', 'euros'],
    ['LLM_PRICE_OUTPUT', '15'],
    ['LLM_BASE_URL', 'http://127.0.0.1:1/without-a-model'],
    ['EMBEDDINGS_BASE_URL', 'http://127.0.0.1:1/without-a-model'],
    ['LLM_STALL_SECONDS', '30s'],
    ['LLM_STALL_SECONDS', '0'],
    ['LLM_STALL_SECONDS', '9999999'],
    ['MAILBOX_SECONDS', 'never'],
    ['MAILBOX_SECONDS', '9999999'],
    ['MAIL_FROM', 'Lectern'],
    ['MAIL_FROM', 'lectern.example.com'],
    ['MAIL_FROM', 'Lectern lectern@example.com'],
    ['MAIL_FROM', 'Lectern <lectern@example.com'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['ADMINISTRATORS', 'Ann'],
    ['ADMINISTRATORS', 'ann@example.com; bob@example.com'],
    ['WEB_NAME_SERVERS', 'dns.example.com'],
    ['WEB_NAME_SERVERS', '10.1.0.300'],
    ['WEB_NAME_SERVERS', '10.1.0.2:0'],
    ['WEB_NAME_SERVERS', '10.1.0.2:70000'],
    ['WEB_NAME_SERVERS', '10.1.0.2, [fd00::2'],
  ])('are refused in one line that names the variable: %s=%s', (name, value) => {
    const others: Record<string, string> = {
      LLM_MODEL: 'LLM_BASE_URL',
      RERANK_MODEL: 'RERANK_BASE_URL',
      LLM_PRICE_OUTPUT: 'LLM_PRICE_INPUT',
      'http://127.0.0.1:1/without-a-model': name.replace('BASE_URL', 'MODEL'),
    }
    const about = others[value] ?? others[name] ?? name
    const attempt = () => load({ [name]: value })
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(new RegExp(`^${about}: (?:must|is) [^\\n]+$`))
  })

  it.each(['lectern@example.com', 'Lectern <lectern@example.com>', '"Lectern, Inc." <a@b.example>'])(
    'take a sender: %s',
    (MAIL_FROM) => expect(load({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM),
  )

  it('take name servers with and without a port, and administrators in any letters', () => {
    const servers = ['10.1.0.2', '10.1.0.2:5353', 'fd00::2', '[fd00::2]:53']
    const { web, administrators } = load({
      WEB_NAME_SERVERS: servers.join(','),
      ADMINISTRATORS: 'Ann@example.com, bob@example.com',
    })
    expect(web.nameServers).toEqual(servers)
    expect(administrators).toEqual(['ann@example.com', 'bob@example.com'])
  })

  it('let the address of the language model serve embeddings alone', () => {
    const env = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', EMBEDDINGS_MODEL: 'small' }
    expect(load(env)).toMatchObject({ llm: null, embeddings: { baseUrl: env.LLM_BASE_URL } })
  })

  it('are refused when the data folder cannot be written', () => {
    expect(() => load({ DATA_DIR: path.join(folder, 'file', 'data') })).toThrow(
      /^DATA_DIR: is a file, but must be a folder/,
    )
  })
})
