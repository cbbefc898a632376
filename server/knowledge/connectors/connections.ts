import { invalid } from '../../kernel/errors.ts'
import { FetchFailure, failureOf, fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { GuardedHttp } from '../../kernel/fetching/guarded-http.ts'
import { addressOf, serverIn } from '../../kernel/fetching/guarded-servers.ts'
import type { Seal } from '../../kernel/sealed.ts'
import { saidIn } from '../../kernel/texts/reason.ts'
import { say } from '../../kernel/texts/say.ts'
import type { HostTurns } from '../crawling/host-turns.ts'
import type { Field, Settings } from './connector.types.ts'
import { createServiceHttp, type ServiceHttp } from './service-http.ts'

/** A connection as it is stored: the address, what else is no secret, and the secrets, sealed. */
export type Stored = { url: string; settings: Settings; secrets: string | null }
/** What can be connected: what it asks for, and what it is to whoever has filled that in. */
type Connectable<Opened> = {
  fields: Readonly<Record<string, Field>>
  connect: (settings: Settings, http: ServiceHttp, sockets: Sockets) => Opened
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

/** Services that people connect: what they ask for, and how they are asked. */
export const createConnections = <Opened>({ kinds, guarded, turns, seal }: Parts<Opened>) => {
  type Connector = Connectable<Opened>

  /** @throws Refusal 422 */
  const named = (kind: string) => {
    const connector = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (!connector) throw invalid({ connector: say('not_found', { what: 'page' }) })
    return connector
  }

  const open = (connector: Connector, settings: Settings, signal: AbortSignal) =>
    connector.connect(settings, createServiceHttp({ fetch: guarded.fetch, turns, signal }), {
      reach: guarded.servers.reach,
      signal,
    })

  const secretsOf = ({ secrets }: Stored): Settings => {
    const opened = secrets === null ? '{}' : seal.open(secrets)
    if (opened === null) throw fetchFailure('secrets_lost')
    return JSON.parse(opened)
  }

  const addressesOf = (connector: Connector) =>
    fieldsOf(connector, ({ input }) => input === 'url' || input === 'server')

  /** Stored secrets go to the addresses that they were entered for, and to no other. */
  const storedSecrets = (connector: Connector, given: Settings, before: Stored | null) => {
    if (before === null) return {}
    const missing = fieldsOf(connector, ({ input, isOptional }) => input === 'secret' && !isOptional).filter(
      (name) => !given[name],
    )
    const addresses: Settings = { ...before.settings, url: before.url }
    const isSame = (name: string) => {
      const field = connector.fields[name]!
      return originOf(field, addresses[name] ?? '') === originOf(field, given[name] ?? '')
    }
    if (addressesOf(connector).every(isSame)) return secretsOf(before)
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
  const filledIn = (connector: Connector, entered: Settings, before: Stored | null): Settings => {
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
    const addresses = addressesOf(connector).map((name) => [name, checked(connector, name, values[name]!)])
    return { ...values, ...Object.fromEntries(addresses) }
  }

  const refused = (connector: Connector, error: unknown) => {
    if (!(error instanceof FetchFailure)) return error
    const [secret = 'url'] = fieldsOf(connector, ({ input }) => input === 'secret')
    const field = error.field ?? (error.reason.code === 'token_refused' ? secret : 'url')
    return invalid({ [field]: say('source_failure.message', saidIn(error.reason)) })
  }

  return {
    /** What is to be stored of what was entered. @throws Refusal 422 */
    stored(kind: string, entered: Settings, before: Stored | null = null): Stored {
      const connector = named(kind)
      const { url, ...values } = filledIn(connector, entered, before)
      const secret = fieldsOf(connector, ({ input }) => input === 'secret')
      const pick = (isWanted: (name: string) => boolean) =>
        Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)))
      return {
        url: url!,
        settings: pick((name) => !secret.includes(name)),
        secrets: seal.close(JSON.stringify(pick((name) => secret.includes(name)))),
      }
    },

    /** Tries a connection by some `work`. @throws Refusal 422 with why the service refused, beside the field that is wrong */
    async tried<Result>(
      kind: string,
      entered: Settings,
      { before = null, signal }: { before?: Stored | null; signal: AbortSignal },
      work: (opened: Opened) => Promise<Result>,
    ): Promise<Result> {
      const connector = named(kind)
      const opened = open(connector, filledIn(connector, entered, before), signal)
      try {
        return await work(opened)
      } catch (error) {
        throw refused(connector, signal.aborted ? failureOf(signal.reason) : error)
      }
    },

    /** @throws FetchFailure where its secrets cannot be opened */
    connect: (kind: string, stored: Stored, signal: AbortSignal) =>
      open(named(kind), { ...stored.settings, ...secretsOf(stored), url: stored.url }, signal),
  }
}
