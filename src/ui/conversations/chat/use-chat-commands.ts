import { ArrowDown, ArrowUp, Bot, type LucideIcon, PencilLine, Search, SquarePen } from 'lucide-react'
import { type RefObject, useMemo } from 'react'
import { type ChatAddress, chatPath } from '../../../machines/conversations/chat/chat-address.ts'
import type { PickerRef } from '../../../machines/shell/picker.machine.ts'
import type { Conversation } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { useActors } from '../../actors.ts'
import { type Command, useScreenCommands } from '../../shell-actors.ts'

interface ChatActors {
  address: ChatAddress
  items: readonly Conversation[]
  picker: PickerRef
  search: RefObject<HTMLInputElement | null>
  /** Null before the first question: there is nothing to rename. */
  shown: Conversation | null
  onRename: (conversation: Conversation) => void
}

/** The additional commands of Chat: in the palette, on the sheet of shortcuts, and by key. */
export function useChatCommands({ address, items, picker, search, shown, onRename }: ChatActors) {
  const { navigation } = useActors()
  const { assistantId, conversationId, q } = address
  const commands = useMemo(() => {
    const command = (id: string, label: string, icon: LucideIcon, keys: string, run: () => void) =>
      ({ id: `chat-${id}`, label, group: t('Chat'), icon, keys, run }) satisfies Command
    const goTo = (to: Partial<ChatAddress>) =>
      navigation.send({ type: 'navigation.requested', path: chatPath({ q, ...to }) })
    const place = items.findIndex(({ id }) => id === conversationId)
    const showAt = (index: number) => {
      const item = items[index]
      if (item) goTo({ assistantId: item.integration_id, conversationId: item.id })
    }
    return [
      command('new', t('New conversation'), SquarePen, t('Alt+KeyN'), () => goTo({ assistantId })),
      command('assistant', t('Switch assistant'), Bot, t('Alt+KeyA'), () =>
        picker.send({ type: 'picker.opened' }),
      ),
      command('newer', t('Newer conversation'), ArrowUp, t('Alt+ArrowUp'), () => showAt(place - 1)),
      command('older', t('Older conversation'), ArrowDown, t('Alt+ArrowDown'), () => showAt(place + 1)),
      command('search', t('Search your conversations'), Search, '/', () => search.current?.focus()),
      ...(shown
        ? [command('rename', t('Rename conversation'), PencilLine, t('Alt+KeyR'), () => onRename(shown))]
        : []),
    ]
  }, [navigation, items, assistantId, conversationId, q, picker, search, shown, onRename])
  useScreenCommands(commands)
}
