import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { List, PencilLine, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { type ChatAddress, chatAddress, chatPath } from '../../../machines/conversations/chat/chat-address.ts'
import { selectSearch } from '../../../machines/shell/navigation/navigation.selectors.ts'
import { pickerMachine } from '../../../machines/shell/picker.machine.ts'
import { CONVERSATION_TITLE_MAX, type Conversation } from '../../../services/contract/conversations.ts'
import type { Assistant } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { useActors } from '../../actors.ts'
import { IconButton } from '../../parts/button.tsx'
import { ask } from '../../parts/confirm-dialog.tsx'
import { FillBeside } from '../../parts/fill.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { useChatConversation, useOrganizationId, useResource, useWorkspace } from '../../workspace.ts'
import { ConversationPane, Waiting } from '../conversation/conversation-pane.tsx'
import { DeleteConversationDialog } from '../delete-conversation-dialog.tsx'
import { AssistantPicker } from './assistant-picker.tsx'
import { ChatList } from './chat-list.tsx'

interface ChatHeaderProps {
  address: ChatAddress
  /** Null before the first question. */
  conversation: Conversation | null
  onRename: (conversation: Conversation) => void
  onDelete: (conversation: Conversation) => void
  children: ReactNode
}

/** The current assistant, and the conversation's actions. */
const ChatHeader = ({ address, conversation, onRename, onDelete, children }: ChatHeaderProps) => (
  <Flex
    align="center"
    gap="2"
    px={{ base: '2.5', md: '6' }}
    py="2"
    minHeight="14"
    borderBottom="1px solid"
    borderColor="rule"
  >
    <ButtonLink
      to={chatPath({ ...address, isListed: true })}
      hideFrom="lg"
      variant="ghost"
      size="icon"
      aria-label={t('Your conversations')}
      title={t('Your conversations')}
    >
      <List aria-hidden />
    </ButtonLink>
    {children}
    <Text textStyle="small" color="ink.2" truncate flex="1" hideBelow="md">
      {conversation?.title}
    </Text>
    {conversation && (
      <Flex ms="auto">
        <IconButton label={t('Rename conversation')} onClick={() => onRename(conversation)}>
          <PencilLine aria-hidden />
        </IconButton>
        <IconButton label={t('Delete conversation')} onClick={() => onDelete(conversation)}>
          <Trash2 aria-hidden />
        </IconButton>
      </Flex>
    )}
  </Flex>
)

/** S2.14: every published assistant of the organization in one place. */
export function ChatScreen() {
  const assistants = useResource('assistants', { organizationId: useOrganizationId() })
  return (
    <ResourceView resource={assistants} title={t('Chat')} skeleton={<Waiting title={t('Chat')} />}>
      {(list) => <ChosenChat assistants={list} />}
    </ResourceView>
  )
}

/** The chat that the address names, or the last one. It stays if its assistant is deleted in the meantime, with what is typed. */
function ChosenChat({ assistants }: Pick<ChatProps, 'assistants'>) {
  const address = chatAddress(new URLSearchParams(useSelector(useActors().navigation, selectSearch)))
  const lastId = useSelector(useWorkspace().chat, ({ context }) => context.shown?.assistantId ?? null)
  const [shown, setShown] = useState<Assistant>()
  const wanted = address.assistantId ?? lastId
  const assistant =
    [...assistants, ...(shown ? [shown] : [])].find(({ id }) => id === wanted) ??
    (address.assistantId ? undefined : assistants[0])
  if (assistant !== shown) setShown(assistant)
  if (assistant) return <Chat assistants={assistants} assistant={assistant} address={address} />
  if (assistants.length > 0) return <NotFound />
  return (
    <Page title={t('Chat')} lead={t('All published assistants of your organization in one place.')}>
      <EmptyState
        title={t('No assistants yet.')}
        action={<ButtonLink to="/integrations">{t('Go to Integrations')}</ButtonLink>}
      >
        {t('Publish an assistant in its settings to let everyone in your organization ask it here.')}
      </EmptyState>
    </Page>
  )
}

interface ChatProps {
  assistants: readonly Assistant[]
  assistant: Assistant
  address: ChatAddress
}

function Chat({ assistants, assistant, address: { conversationId, ...asked } }: ChatProps) {
  const address = { ...asked, conversationId, assistantId: assistant.id }
  const picker = useViewActor(pickerMachine)
  const renaming = useProvidedActor('renameConversation')
  const deletion = useProvidedActor('deleteConversation')
  const { navigation } = useActors()
  const chat = useChatConversation({ assistantId: assistant.id, conversationId })
  const conversation = useSelector(chat ?? undefined, (snapshot) => snapshot?.context.conversation ?? null)
  const goTo = (assistantId: string) =>
    navigation.send({ type: 'navigation.requested', path: chatPath({ assistantId, q: address.q }) })
  const rename = useCallback(
    (values: { id: string; title: string }) => renaming.send({ type: 'form.opened', values }),
    [renaming],
  )
  return (
    <FillBeside>
      <ChatList
        address={address}
        assistants={assistants}
        picker={picker}
        shown={conversation}
        onRename={rename}
      />
      <Flex direction="column" minHeight={0} minWidth={0} hideBelow={address.isListed ? 'lg' : undefined}>
        <ChatHeader
          address={address}
          conversation={conversation}
          onRename={rename}
          onDelete={({ id, title }) => ask(deletion, { id, name: title })}
        >
          <AssistantPicker actor={picker} assistants={assistants} current={assistant} onPicked={goTo} />
        </ChatHeader>
        <Box flex="1" minHeight={0}>
          {chat ? (
            <ConversationPane
              key={chat.id}
              assistant={assistant}
              actor={chat}
              onNew={() => goTo(assistant.id)}
              autoFocus
            />
          ) : (
            <Waiting title={t('Chat')} />
          )}
        </Box>
      </Flex>
      <FormDialog
        actor={renaming}
        title={t('Rename conversation')}
        submit={t('Rename')}
        busy={t('Renaming…')}
      >
        <TextField name="title" label={t('Name')} maxLength={CONVERSATION_TITLE_MAX} autoFocus required />
      </FormDialog>
      <DeleteConversationDialog actor={deletion} />
    </FillBeside>
  )
}
