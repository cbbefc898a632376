import { Box, Flex, Heading, Input, Text } from '@chakra-ui/react'
import { ArrowDown, ArrowUp, Bot, type LucideIcon, PencilLine, Search, SquarePen } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { type ChatAddress, chatPath } from '../../../machines/conversations/chat/chat-address.ts'
import type { PickerRef } from '../../../machines/shell/picker.machine.ts'
import { CONVERSATION_SEARCH_MAX, type Conversation } from '../../../services/contract/conversations.ts'
import type { Assistant } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { useActors } from '../../actors.ts'
import { ListLine } from '../../parts/beside.tsx'
import { useFormatDay } from '../../parts/clock.ts'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { useLiveSearch } from '../../parts/live-search.ts'
import { ScrolledPages } from '../../parts/scrolled-pages.tsx'
import { type Command, useScreenCommands } from '../../shell-actors.ts'
import { useOrganizationId, usePages, usePagesItems } from '../../workspace.ts'

interface ChatListProps {
  address: ChatAddress
  assistants: readonly Assistant[]
  picker: PickerRef
  /** The one beside the list; null before its first question. */
  shown: Conversation | null
  onRename: (conversation: Conversation) => void
}

/** The person's own conversations, newest first, and a way to start a new one. */
export function ChatList(props: ChatListProps) {
  const { address } = props
  const { navigation } = useActors()
  const search = useRef<HTMLInputElement>(null)
  const { assistantId, q } = address
  useEffect(() => {
    // Typed text is ahead of the address.
    if (search.current && search.current !== document.activeElement) search.current.value = q
  }, [q])
  const find = (text: string) =>
    navigation.send({
      type: 'navigation.requested',
      path: chatPath({ ...address, q: text.trim() }),
      replace: true,
    })
  const live = useLiveSearch(find)
  return (
    <Box
      as="section"
      aria-label={t('Your conversations')}
      hideBelow={address.isListed ? undefined : 'lg'}
      display="flex"
      flexDirection="column"
      minHeight={0}
      borderInlineEnd={{ lg: '1px solid' }}
      borderColor={{ lg: 'rule' }}
      px={{ base: '2.5', lg: '3' }}
      pt="5"
    >
      {address.isListed && (
        <Heading as="h1" textStyle="title" hideFrom="lg" px="2.5" mb="4" tabIndex={-1} outline="none">
          {t('Your conversations')}
        </Heading>
      )}
      <ButtonLink to={chatPath({ assistantId, q })} mx="2.5" mb="3">
        <SquarePen aria-hidden />
        {t('New conversation')}
      </ButtonLink>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            live.submitted()
          }}
        >
          <Box px="2.5" mb="3">
            <Input
              ref={search}
              type="search"
              aria-label={t('Search your conversations')}
              placeholder={t('Search')}
              maxLength={CONVERSATION_SEARCH_MAX}
              defaultValue={q}
              onChange={({ target }) => live.typed(target.value)}
              height="36px"
              fontSize="md"
            />
          </Box>
        </form>
      </search>
      <Found key={q} {...props} search={search} />
    </Box>
  )
}

/** The search results. */
function Found({
  address,
  assistants,
  search,
  ...rest
}: ChatListProps & { search: RefObject<HTMLInputElement | null> }) {
  const { q } = address
  const pages = usePages('conversations', {
    organizationId: useOrganizationId(),
    integrationId: null,
    filter: { channel: 'chat', ...(q && { q }) },
    mine: true,
  })
  useChatCommands({ address, items: usePagesItems(pages), search, ...rest })
  return (
    <ScrolledPages
      pages={pages}
      label={t('Your conversations')}
      empty={
        <Box px="2.5" role="status">
          <Text textStyle="section" fontStyle="italic">
            {q ? t('No matching conversations.') : t('No questions yet.')}
          </Text>
          {q ? (
            <Link to={chatPath({ ...address, q: '' })} display="inline-block" mt="2">
              {t('Show all')}
            </Link>
          ) : (
            <Text color="ink.2" fontSize="sm" mt="1.5">
              {t('Your questions appear here.')}
            </Text>
          )}
        </Box>
      }
    >
      {(conversation) => (
        <Line
          conversation={conversation}
          to={chatPath({ assistantId: conversation.integration_id, conversationId: conversation.id, q })}
          assistant={assistants.find(({ id }) => id === conversation.integration_id)?.name ?? ''}
          isShown={conversation.id === address.conversationId}
        />
      )}
    </ScrolledPages>
  )
}

interface LineProps {
  conversation: Conversation
  to: string
  assistant: string
  isShown: boolean
}

const Line = ({ conversation: { title, last_message_at }, to, assistant, isShown }: LineProps) => (
  <ListLine to={to} isShown={isShown} dense>
    <Text as="span" display="block" fontSize="md" truncate dir="auto">
      {title}
    </Text>
    <Flex as="span" gap="2" justify="space-between" textStyle="small" fontWeight="normal" color="ink.2">
      <Text as="span" truncate dir="auto">
        {assistant}
      </Text>
      <Text as="span" flexShrink={0}>
        {useFormatDay()(last_message_at)}
      </Text>
    </Flex>
  </ListLine>
)

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
function useChatCommands({ address, items, picker, search, shown, onRename }: ChatActors) {
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
