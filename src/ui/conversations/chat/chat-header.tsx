import { Flex, Text } from '@chakra-ui/react'
import { List, PencilLine, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ChatAddress, chatPath } from '../../../machines/conversations/chat/chat-address.ts'
import type { Conversation } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { IconButton } from '../../parts/button.tsx'
import { ButtonLink } from '../../parts/link.tsx'

interface ChatHeaderProps {
  address: ChatAddress
  /** Null before the first question. */
  conversation: Conversation | null
  onRename: (conversation: Conversation) => void
  onDelete: (conversation: Conversation) => void
  children: ReactNode
}

/** The current assistant, and the conversation's actions. */
export const ChatHeader = ({ address, conversation, onRename, onDelete, children }: ChatHeaderProps) => (
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
