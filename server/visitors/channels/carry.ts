import type { Config } from '../../kernel/config/config.ts'
import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { nameForVisitors } from '../handover/handover.presenter.ts'
import type { EntryRow } from '../handover/handover.types.ts'
import type { Access } from './access.ts'
import type { ChannelMessagesRepository } from './channel-messages.repository.ts'

/** Sends a person's reply to the channel of a conversation; null if it has none or its place is gone, false: not now. */
export type Carry = (conversationId: string, reply: EntryRow) => Promise<boolean | null>

type Parts = {
  config: Pick<Config, 'quiet'>
  messages: Pick<ChannelMessagesRepository, 'placeOf'>
  access: Access
}

export const createCarry =
  ({ config, messages, access }: Parts): Carry =>
  async (conversationId, { id, content, author }) => {
    const found = await messages.placeOf(conversationId)
    if (!found) return null
    if (config.quiet) return false
    const { place, channel } = found
    try {
      await access
        .openToSend(channel)
        .send(place, { text: content, sources: [], author: nameForVisitors(author) || channel.name }, id)
      await access.worked(channel)
      return true
    } catch (error) {
      if (access.signal.aborted) return false
      if (!(error instanceof FetchFailure)) throw error
      // If one place is gone, the access itself is fine.
      if (error.reason.code === 'item_not_found') return null
      if (!error.isOfOne) await access.failed(channel, error)
      return false
    }
  }
