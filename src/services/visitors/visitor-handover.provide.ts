import { fromCallback } from 'xstate'
import type { Line, LiveEvent } from '../../machines/connection/connections/connections.types.ts'
import { handoverMachine } from '../../machines/visitors/handover.machine.ts'
import type { ContactValues, Followed, FormOpened } from '../../machines/visitors/handover.types.ts'
import type { ShareRef } from '../../machines/visitors/share.machine.ts'
import type { Storage } from '../browser/storage.ts'
import type { SignedCustomer } from '../contract/handover.ts'
import { HttpError } from '../http/errors.ts'
import { followHandover, handoverActors, type News } from './follow-handover.ts'
import type { VisitorHandoverApi } from './share-api.ts'

interface Services {
  api: VisitorHandoverApi
  storage: Storage
  line: Line
  /** The site's claim about its customer. */
  claim: SignedCustomer | null
}

const CONTACT = 'contact'

const recalled = (text: string | null): ContactValues | null => {
  try {
    const { name, email } = JSON.parse(text ?? 'null')
    return typeof email === 'string' ? { name: typeof name === 'string' ? name : '', email } : null
  } catch {
    return null
  }
}

/** The shown conversation and the people's messages in it, as a visitor's page receives them. */
export const provideVisitorHandover = ({ api, storage, line, claim }: Services) => {
  const follow = fromCallback<LiveEvent<News> | FormOpened, Followed>((actor) => {
    const { sendBack: send, system } = actor
    const share: ShareRef = system.get('share')
    const isSigned = claim !== null && claim.hash !== ''
    // Signed data is shown once the server has verified it.
    const contact = (isSigned ? null : recalled(claim?.user ?? null)) ?? recalled(storage.read(CONTACT))
    if (contact) send({ type: 'contact.recalled', values: contact })

    let isToProve = isSigned
    const prove = async () => {
      if (!claim || !isToProve) return
      try {
        await api.identify(claim)
      } catch (error) {
        if (!(error instanceof HttpError) || error.status >= 429) throw error
        send({ type: 'identity.refused' })
        // biome-ignore lint/suspicious/noConsole: developers who embed the assistant look there
        console.warn('Lectern:', ...Object.values(error.fields), error.message)
      }
      isToProve = false
    }

    return followHandover(actor, {
      line,
      watch(look) {
        const find = () => {
          const found = share.getSnapshot().children.conversation
          if (found) look(found)
        }
        const { unsubscribe } = share.subscribe(find)
        find()
        return unsubscribe
      },
      async read(conversationId, signal) {
        if (share.getSnapshot().context.page?.handover !== true) return null
        await prove()
        return api.read(conversationId, signal)
      },
    })
  })

  return handoverMachine.provide({
    actors: { follow, ...handoverActors(api) },
    actions: {
      rememberContact: (_, contact) => storage.write(CONTACT, JSON.stringify(contact)),
      // Others may use the same browser.
      keepDraft: () => {},
      keepPending: () => {},
      dropPending: () => {},
    },
  })
}
