import type { FastifyBaseLogger } from 'fastify'
import { MINUTE } from '../../kernel/durations.ts'
import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { startFairQueue } from '../../kernel/jobs/fair-queue.ts'
import type { Access } from './access.ts'
import type { ChannelRow } from './channel.types.ts'
import { type ChannelsRepository, READING_LEASE } from './channels.repository.ts'
import type { Receive } from './receive.ts'

const AT_ONCE = 4
/** Jobs of one organization at once. */
const PER_ORGANIZATION_MAX = 2
/** Mail servers that do not answer fill no places; each reading may hold a whole letter in memory. */
const LONG = { after: 5_000, max: 8 } // ms
const POLL_EVERY = 2_000 // ms
/** Services lock an account after too many wrong passwords. */
const REFUSED_PAUSE = 5 * MINUTE

type Parts = {
  channels: Pick<
    ChannelsRepository,
    | 'waitingToRead'
    | 'takeToRead'
    | 'isReadFrom'
    | 'renewReading'
    | 'goOnReading'
    | 'endReading'
    | 'isRetrying'
  >
  receive: Receive
  access: Access
  /** ms between two polls of a channel */
  every: number
  log: FastifyBaseLogger
}

/** Polls channels whose service does not send by itself, in every process: each is read by one. */
export const startReading = ({ channels, receive, access, every, log }: Parts) => {
  const { signal } = access

  const read = async (channel: ChannelRow) => {
    const opened = access.open(channel)
    // The failure may be in another part of the access than the one that is read.
    if (channel.error !== null) await opened.account()
    let readTo = channel.mark
    for await (const { event, mark } of opened.news?.(readTo) ?? []) {
      if (!(await channels.isReadFrom(channel, readTo))) return
      if (event) await receive(channel, event)
      if (!(await channels.goOnReading(channel, readTo, mark))) return
      readTo = mark
    }
  }

  const work = async (channel: ChannelRow) => {
    const renewal = setInterval(() => void channels.renewReading(channel).catch(() => {}), READING_LEASE / 4)
    try {
      await read(channel)
      // A mailbox can be read, and yet send nothing: that is shown until an answer has left.
      if (!(await channels.isRetrying(channel))) await access.worked(channel)
      await channels.endReading(channel, every, true)
    } catch (error) {
      // Another process continues it at once.
      if (signal.aborted) return void (await channels.endReading(channel, 0, false))
      if (error instanceof FetchFailure) await access.failed(channel, error)
      else log.error({ err: error }, 'a channel was not read')
      const isRefused = error instanceof FetchFailure && error.reason.code === 'password_refused'
      await channels.endReading(channel, isRefused ? REFUSED_PAUSE : every, false)
    } finally {
      clearInterval(renewal)
    }
  }

  const queue = startFairQueue({
    places: AT_ONCE,
    perGroup: PER_ORGANIZATION_MAX,
    long: LONG,
    pollEvery: Math.min(POLL_EVERY, every),
    groups: channels.waitingToRead,
    claim: channels.takeToRead,
    work,
    log,
  })
  return { notify: queue.notify, close: () => queue.stop(access.end) }
}
