import type { IncomingHttpHeaders } from 'node:http'
import type { ConnectedKind } from '../../../src/services/contract/conversations.ts'
import type { ChannelReply, channelMessages, channels } from '../../kernel/db/schema/index.ts'
import type { Code } from '../../kernel/texts/say.ts'
import type { Sockets } from '../../knowledge/connectors/connections.ts'
import type { Field, Settings } from '../../knowledge/connectors/connector.types.ts'
import type { ServiceHttp } from '../../knowledge/connectors/service-http.ts'

export type ChannelRow = typeof channels.$inferSelect
export type ChannelMessageRow = typeof channelMessages.$inferSelect
export type Place = Readonly<Record<string, string>>

/** What somebody has written. */
export type Written = {
  kind: 'written'
  /** Names it in the service: what is delivered twice is taken once. */
  key: string
  /** Whoever wrote it, as the service knows them. */
  sender: string
  /** Where what they have written says it. */
  person?: { name: string; email: string }
  /** What belongs together: one conversation for each person in it. */
  thread: string
  /** It has no end of its own: after a day of silence a conversation begins. */
  isEndless: boolean
  /** Where programs write, too: so much of one sender is heard in a day. */
  heardInADay?: { inThread: number; inAll: number }
  text: string
  /** Where an answer goes, in words of the channel alone. */
  place: Place
  /** Else it only goes on with what its sender has begun. */
  isAddressed: boolean
}

/** What somebody thinks of an answer, by the key that sending it gave. */
export type Rated = { kind: 'rated'; answer: string; sender: string; rating: 'up' | 'down' | null }

/** Its people have taken the access away. */
export type Revoked = { kind: 'revoked' }

export type ChannelEvent = Written | Rated | Revoked

/** What was read, and where the next reading goes on. */
export type News = { event: ChannelEvent | null; mark: string }

/** A channel as these settings open it. What fails is thrown as a FetchFailure. */
export type Opened = {
  /** Whose access it is: an id that is unique in the service, and a name for people; with the mark of what is there. */
  account: () => Promise<{ account: string; name: string; mark?: string }>
  /** As the service knows them; '' for what it does not tell. */
  person: (sender: string) => Promise<{ name: string; email: string }>
  /** Gives the key by which thumbs name it. `id` names the reply, and is the same when it is sent again. */
  send: (place: Place, reply: ChannelReply, id: string) => Promise<string>
  /** Of a channel that is read: what has come since, in the order in which it came. Null begins with the next. */
  news?: (mark: string | null) => AsyncIterable<News>
}

/** What a service sends of itself. Everything in it is a stranger's until `isSigned`. */
export type Hook = {
  /** What it wants to hear back before it sends anything; null for all else. */
  challenge: (body: unknown) => object | null
  accountOf: (body: unknown) => string | null
  isSigned: (body: Buffer, headers: IncomingHttpHeaders, settings: Settings) => boolean
  events: (body: unknown) => ChannelEvent[]
}

export type ChannelDeclaration<Name extends string = string> = {
  /** As it is called by its makers. */
  name: string
  /** The first secret is the one that a refused access is shown beside. */
  fields: Readonly<Record<Name | 'url', Field>>
  /** What whoever connects it does there, one after the other; the manifest is copied in the first. */
  steps: readonly Code[]
  /** Of a service that sends: what it sends, and what is copied into it, with the address that it then sends to. */
  hook?: Hook & { manifest: (address: string) => string }
  connect: (settings: Settings<Name | 'url'>, http: ServiceHttp, sockets: Sockets) => Opened
}

/** Keeps the names of the fields, by which `connect` gets their values. */
export const channel = <Name extends string>(declared: ChannelDeclaration<Name>): ChannelDeclaration =>
  declared as unknown as ChannelDeclaration

export type Channels = Readonly<Record<ConnectedKind, ChannelDeclaration>>
