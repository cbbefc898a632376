import { ArrowDown, ArrowUp, Check, Reply, UserRoundCheck } from 'lucide-react'
import { useMemo } from 'react'
import type { InboxRef } from '../../../machines/visitors/inbox/inbox.machine.ts'
import { t } from '../../../texts/t.ts'
import { useScreenCommands } from '../../shell-actors.ts'

/** The field that `r` focuses. */
export const COMPOSER_ID = 'inbox-composer'

/** The keys of the inbox; all are in the palette and on the sheet of shortcuts, too. */
export function useInboxCommands(inbox: InboxRef, userId: string) {
  useScreenCommands(
    useMemo(() => {
      const group = t('Inbox')
      return [
        {
          id: 'inbox-next',
          label: t('Next conversation'),
          group,
          icon: ArrowDown,
          keys: 'j',
          run: () => inbox.send({ type: 'next.requested' }),
        },
        {
          id: 'inbox-previous',
          label: t('Previous conversation'),
          group,
          icon: ArrowUp,
          keys: 'k',
          run: () => inbox.send({ type: 'previous.requested' }),
        },
        {
          id: 'inbox-resolve',
          label: t('Resolve the conversation'),
          group,
          icon: Check,
          keys: 'e',
          run: () => inbox.send({ type: 'change.requested', patch: { status: 'resolved' } }),
        },
        {
          id: 'inbox-assign',
          label: t('Assign to me'),
          group,
          icon: UserRoundCheck,
          keys: 'a',
          run: () => inbox.send({ type: 'change.requested', patch: { assignee_id: userId } }),
        },
        {
          id: 'inbox-reply',
          label: t('Write a reply'),
          group,
          icon: Reply,
          keys: 'r',
          run: () => document.getElementById(COMPOSER_ID)?.focus(),
        },
      ]
    }, [inbox, userId]),
  )
}
