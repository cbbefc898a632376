import { invalid } from '../../kernel/errors.ts'
import { FetchFailure, failureOf, fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { GuardedHttp } from '../../kernel/fetching/guarded-http.ts'
import { addressOf, serverIn } from '../../kernel/fetching/guarded-servers.ts'
import type { Seal } from '../../kernel/sealed.ts'
import { saidIn } from '../../kernel/texts/reason.ts'
import { say } from '../../kernel/texts/say.ts'
import type { HostTurns } from '../crawling/host-turns.ts'
import type { Field, OAuth, Settings, SignedInHttp } from './connector.types.ts'
import { createOAuth, type Tokens } from './oauth.ts'
import { createServiceHttp } from './service-http.ts'
import { siteFinder } from './sites.ts'

/** A connection as it is stored: the address, what else is no secret, and the secrets, sealed. */
export type Stored = { url: string; settings: Settings; secrets: string | null }
/** The same with what gives the token of whoever has signed in, where it may have to be renewed. */
export type Held = Stored & { token?: (refused?: string) => Promise<string> }
/** What can be connected: what it asks for, and what it is to whoever has filled that in. */
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

/** What a service is asked by that does not speak HTTP, and when that ends. */
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

/** A service as it is connected in one of its ways, which the settings tell apart by the client of a sign-in. */
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

/** Beside the secrets of a connection: what a service gave to whoever has signed in, which no field is called. */
const TOKENS = ' tokens'

/** Services that people connect: what they ask for, and how they are asked. */
export const createConnections = <Opened>({ kinds, guarded, turns, seal }: Parts<Opened>) => {
  type Connector = Connectable<Opened>

  /** @throws Refusal 422 */
  const named = (kind: string, settings: Settings) => {
    const connector = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (!connector) throw invalid({ connector: say('not_found', { what: 'page' }) })
    return inWay(connector, settings)
  }

  const httpWith = (signal: AbortSignal, token?: (refused?: string) => Promise<string>) =>
    createServiceHttp({ fetch: guarded.fetch, turns, signal, token })

  /** Null where they cannot be opened any more. */
  const readable = ({ secrets }: Stored): Settings | null =>
    JSON.parse((secrets === null ? '{}' : seal.open(secrets)) ?? 'null')

  const secretsOf = (stored: Stored): Settings => {
    const opened = readable(stored)
    if (opened === null) throw fetchFailure('secrets_lost')
    return opened
  }

  /** Null where nobody has signed in. @throws FetchFailure where the secrets cannot be opened */
  const tokensOf = (stored: Stored): Tokens | null => JSON.parse(secretsOf(stored)[TOKENS] ?? 'null')

  const open = (connector: Connector, stored: Held, signal: AbortSignal) => {
    const tokens = connector.oauth ? tokensOf(stored) : null
    if (connector.oauth && !tokens) throw fetchFailure('token_refused')
    const http = httpWith(signal, tokens ? (stored.token ?? (async () => tokens.access)) : undefined)
    const sites = connector.oauth?.(stored.url, clientOf(stored)).sites
    return connector.connect(
      { ...stored.settings, ...secretsOf(stored), url: stored.url },
      { ...http, ...(sites && { site: siteFinder(http, sites, stored.url) }) },
      { reach: guarded.servers.reach, signal },
    )
  }

  const addressesOf = (connector: Connector) =>
    fieldsOf(connector, ({ input }) => input === 'url' || input === 'server')

  /** Stored secrets go to the addresses that they were entered for, and to no other. */
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

  /** @throws Refusal 422 with what is wrong beside each field */
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

  /** Tokens belong to what they were given for: whatever is another than then needs others. @throws Refusal 422 */
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
    return createOAuth({ service: connector.oauth(stored.url, client.id), client, http: httpWith(signal) })
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

    /** What is to be stored of what was entered. @throws Refusal 422 */
    stored(kind: string, entered: Settings, before: Stored | null = null): Stored {
      const { url, settings, secrets } = storedOf(named(kind, entered), entered, before)
      return { url, settings, secrets }
    },

    /** Tries a connection by some `work`. @throws Refusal 422 with why the service refused, beside the field that is wrong */
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

    /** @throws FetchFailure where its secrets cannot be opened */
    connect: (kind: string, stored: Held, signal: AbortSignal) =>
      open(named(kind, stored.settings), stored, signal),

    /** How people sign in to a service. @throws Refusal 422 where nobody does */
    oauth: (kind: string, stored: Stored, signal: AbortSignal) =>
      oauthOf(named(kind, stored.settings), stored, signal),

    /** A client of a service that people sign in to, once the service knows it. @throws Refusal 422 as above */
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

    /** The secrets of a connection with others tokens than before. */
    withTokens: (stored: Stored, tokens: Tokens) =>
      seal.close(JSON.stringify({ ...secretsOf(stored), [TOKENS]: JSON.stringify(tokens) })),
  }
}
