import * as z from 'zod/mini'
import { invalid } from '../../kernel/errors.ts'
import { FetchFailure, failureOf, fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { GuardedHttp } from '../../kernel/fetching/guarded-http.ts'
import { addressOf, serverIn } from '../../kernel/fetching/guarded-servers.ts'
import { digestOf, type Seal } from '../../kernel/secrets.ts'
import { saidIn } from '../../kernel/texts/reasons.ts'
import { say } from '../../kernel/texts/say.ts'
import type { HostTurns } from '../crawling/host-turns.ts'
import type { Field, OAuth, Settings, SignedInHttp } from './connector.types.ts'
import { createOAuth, type Tokens } from './oauth.ts'
import { createServiceHttp, isSameOrigin, type ServiceHttp, shaped } from './service-http.ts'

/** A stored connection: the address, other settings that are not secret, and the sealed secrets. */
export type Stored = { url: string; settings: Settings; secrets: string | null }
/** The same with a function that returns the signed-in account's token, renewed if necessary. */
export type Held = Stored & { token?: (refused?: string) => Promise<string> }
/** Something that can be connected: its fields, and how to connect once they are filled in. */
type Connectable<Opened> = {
  fields: Readonly<Record<string, Field>>
  oauth?: (url: string, client: string) => OAuth
  connect: (settings: Settings, http: SignedInHttp, sockets: Sockets) => Opened
}
type Parts<Opened> = {
  kinds: Readonly<Record<string, Connectable<Opened>>>
  guarded: Pick<GuardedHttp, 'check' | 'fetch' | 'servers'>
  turns: HostTurns
  seal: Seal
}

export type Connections<Opened> = ReturnType<typeof createConnections<Opened>>

/** How to call a service that does not use HTTP, and when that ends. */
export type Sockets = Pick<GuardedHttp['servers'], 'reach'> & { signal: AbortSignal }

const originOf = ({ protocol }: Field, address: string) => {
  if (!protocol) return URL.parse(address)?.origin
  const server = serverIn(protocol, address)
  return server ? addressOf(server) : undefined
}

const fieldsOf = ({ fields }: Connectable<unknown>, isWanted: (field: Field) => boolean = () => true) =>
  Object.entries(fields).flatMap(([name, field]) => (isWanted(field) ? [name] : []))

const secretsAmong = (connector: Connectable<unknown>) =>
  fieldsOf(connector, ({ input }) => input === 'secret')

const clientOf = ({ settings }: Stored) => settings.client_id ?? ''

/** A service as connected in one of its ways; the client of a sign-in in the settings tells them apart. */
const inWay = <Connector extends Connectable<unknown>>(
  connector: Connector,
  settings: Settings,
): Connector => {
  const { oauth, ...others } = connector
  const fields = Object.entries(connector.fields)
  const canHaveToken = fields.some(([, { way }]) => way === 'token')
  const signsIn = oauth !== undefined && (!canHaveToken || 'client_id' in settings)
  const left = signsIn ? 'token' : 'sign_in'
  return {
    ...others,
    ...(signsIn && { oauth }),
    fields: Object.fromEntries(fields.filter(([, { way }]) => way !== left)),
  } as Connector
}

const Site = z.object({ id: z.string(), url: z.string() })

/** Finds, once, the API of the site at an address, among those that the account sees. */
const siteFinder = (http: ServiceHttp, { list, rootOf }: NonNullable<OAuth['sites']>, url: string) => {
  const find = async () => {
    const sites = (await http.json(list, z.array(z.unknown()))).map((one) => shaped(Site, one))
    const site = sites.find((one) => isSameOrigin(one.url, url))
    if (!site) throw fetchFailure('item_not_found', { field: 'url' })
    return rootOf(encodeURIComponent(site.id))
  }
  let found: Promise<string> | null = null
  return () => (found ??= find())
}

/** Stored among a connection's secrets: the tokens of a sign-in, under a name that no field has. */
const TOKENS = ' tokens'

/** Services that people connect: their fields, and calls to them. */
export const createConnections = <Opened>({ kinds, guarded, turns, seal }: Parts<Opened>) => {
  type Connector = Connectable<Opened>

  /** @throws Refusal 422 */
  const named = (kind: string, settings: Settings) => {
    const connector = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (!connector) throw invalid({ connector: say('not_found', { what: 'page' }) })
    return inWay(connector, settings)
  }

  /** Null if they can no longer be opened. */
  const readable = ({ secrets }: Stored): Settings | null =>
    JSON.parse((secrets === null ? '{}' : seal.open(secrets)) ?? 'null')

  const secretsOf = (stored: Stored): Settings => {
    const opened = readable(stored)
    if (opened === null) throw fetchFailure('secrets_lost')
    return opened
  }

  const httpFor = (stored: Stored, signal: AbortSignal, token?: Held['token']) => {
    const credential = digestOf(JSON.stringify(secretsOf(stored)))
    return createServiceHttp({ fetch: guarded.fetch, turns, signal, credential, token })
  }

  /** Null if no one has signed in. @throws FetchFailure if the secrets cannot be opened */
  const tokensOf = (stored: Stored): Tokens | null => JSON.parse(secretsOf(stored)[TOKENS] ?? 'null')

  const open = (connector: Connector, stored: Held, signal: AbortSignal) => {
    const tokens = connector.oauth ? tokensOf(stored) : null
    if (connector.oauth && !tokens) throw fetchFailure('token_refused')
    const http = httpFor(stored, signal, tokens ? (stored.token ?? (async () => tokens.access)) : undefined)
    const sites = connector.oauth?.(stored.url, clientOf(stored)).sites
    return connector.connect(
      { ...stored.settings, ...secretsOf(stored), url: stored.url },
      { ...http, ...(sites && { site: siteFinder(http, sites, stored.url) }) },
      { reach: guarded.servers.reach, signal },
    )
  }

  const addressesOf = (connector: Connector) =>
    fieldsOf(connector, ({ input }) => input === 'url' || input === 'server')

  /** Stored secrets are sent only to the addresses that they were entered for. */
  const storedSecrets = (connector: Connector, given: Settings, before: Stored | null) => {
    if (before === null) return {}
    const missing = secretsAmong(connector).filter(
      (name) => !(given[name] || connector.fields[name]?.isOptional),
    )
    const addresses: Settings = { ...before.settings, url: before.url }
    const isSame = (name: string) => {
      const field = connector.fields[name]!
      return originOf(field, addresses[name] ?? '') === originOf(field, given[name] ?? '')
    }
    if (addressesOf(connector).every(isSame)) return readable(before) ?? {}
    if (missing.length > 0) throw invalid({ [missing[0]!]: say('enter_key_again') })
    return {}
  }

  const checked = (connector: Connector, name: string, address: string) => {
    const { protocol } = connector.fields[name]!
    try {
      return protocol ? guarded.servers.check(protocol, address) : guarded.check(address)
    } catch (error) {
      throw invalid({ [name]: failureOf(error).said })
    }
  }

  /** @throws Refusal 422 with the fault of each field */
  const filledIn = (connector: Connector, entered: Settings, before: Stored | null): Stored => {
    const trimmed = Object.fromEntries(
      fieldsOf(connector).map((name) => [name, (entered[name] ?? '').trim()]),
    )
    const stored = storedSecrets(connector, trimmed, before)
    const values = Object.fromEntries(
      fieldsOf(connector).map((name) => [name, trimmed[name] || (stored[name] ?? '')]),
    )
    const missing = fieldsOf(connector, ({ isOptional }) => !isOptional).filter((name) => values[name] === '')
    if (missing.length > 0)
      throw invalid(Object.fromEntries(missing.map((name) => [name, say('field_missing')])))
    for (const name of addressesOf(connector)) values[name] = checked(connector, name, values[name]!)
    const secret = secretsAmong(connector)
    const pick = (isWanted: (name: string) => boolean) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'url' && isWanted(name)))
    return {
      url: values.url!,
      settings: pick((name) => !secret.includes(name)),
      secrets: seal.close(JSON.stringify(pick((name) => secret.includes(name)))),
    }
  }

  /** Tokens are valid only for the settings they were issued for: any change needs new ones. @throws Refusal 422 */
  const signedIn = (connector: Connector, entered: Settings, before: Held | null): Held => {
    const [secret = 'url'] = secretsAmong(connector)
    const wanted = filledIn(connector, entered, before)
    const said = (stored: Stored) => {
      const { [TOKENS]: _, ...secrets } = readable(stored) ?? {}
      return JSON.stringify(Object.entries({ ...stored.settings, ...secrets, url: stored.url }).sort())
    }
    if (before === null || said(wanted) !== said(before)) throw invalid({ [secret]: say('sign_in_again') })
    return before
  }

  const storedOf = (connector: Connector, entered: Settings, before: Held | null): Held =>
    (connector.oauth ? signedIn : filledIn)(connector, entered, before)

  const oauthOf = (connector: Connector, stored: Stored, signal: AbortSignal) => {
    if (!connector.oauth) throw invalid({ connector: say('not_found', { what: 'page' }) })
    const client = { id: clientOf(stored), secret: secretsOf(stored).client_secret ?? '' }
    return createOAuth({
      service: connector.oauth(stored.url, client.id),
      client,
      http: httpFor(stored, signal),
    })
  }

  const refusedBeside = async <Result>(connector: Connector, work: () => Promise<Result>) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      const [secret = 'url'] = secretsAmong(connector)
      const field = error.field ?? (error.reason.code === 'token_refused' ? secret : 'url')
      throw invalid({ [field]: say('source_failure.message', saidIn(error.reason)) })
    }
  }

  return {
    tokensOf,

    /** The values to store of those entered. @throws Refusal 422 */
    stored(kind: string, entered: Settings, before: Stored | null = null): Stored {
      const { url, settings, secrets } = storedOf(named(kind, entered), entered, before)
      return { url, settings, secrets }
    },

    /** Tests a connection with `work`. @throws Refusal 422 with the service's reason, for the faulty field */
    async tried<Result>(
      kind: string,
      entered: Settings,
      { before = null, signal }: { before?: Held | null; signal: AbortSignal },
      work: (opened: Opened) => Promise<Result>,
    ): Promise<Result> {
      const connector = named(kind, entered)
      const stored = storedOf(connector, entered, before)
      return refusedBeside(connector, async () => {
        try {
          return await work(open(connector, stored, signal))
        } catch (error) {
          throw signal.aborted ? failureOf(signal.reason) : error
        }
      })
    },

    /** @throws FetchFailure if its secrets cannot be opened */
    connect: (kind: string, stored: Held, signal: AbortSignal) =>
      open(named(kind, stored.settings), stored, signal),

    /** How people sign in to a service. @throws Refusal 422 if it has no sign-in */
    oauth: (kind: string, stored: Stored, signal: AbortSignal) =>
      oauthOf(named(kind, stored.settings), stored, signal),

    /** A client for sign-in, once the service accepts it. @throws Refusal 422 as above */
    async client(
      kind: string,
      entered: Settings,
      { before = null, signal }: { before?: Stored | null; signal: AbortSignal },
      redirectUri: string,
    ) {
      const connector = named(kind, entered)
      const stored = filledIn(connector, entered, before)
      const oauth = oauthOf(connector, stored, signal)
      await refusedBeside(connector, () => oauth.tryClient(redirectUri))
      return { stored, oauth }
    },

    /** The secrets of a connection, with new tokens. */
    withTokens: (stored: Stored, tokens: Tokens) =>
      seal.close(JSON.stringify({ ...secretsOf(stored), [TOKENS]: JSON.stringify(tokens) })),
  }
}
