import { Box, Text } from '@chakra-ui/react'
import type { Conversation } from '../../../services/contract/conversations.ts'
import { counted, formatDay } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'

interface ConversationListProps {
  integrationId: string
  conversations: readonly Conversation[]
  shownId: string | null
}

/** Newest first. */
export const ConversationList = ({ integrationId, conversations, shownId }: ConversationListProps) => (
  <Box as="ul" listStyleType="none" aria-label="Conversations" mx={{ base: '-2.5', lg: '0' }}>
    {conversations.map(({ id, title, message_count, last_message_at }) => (
      <li key={id}>
        <Link
          to={`/integrations/${integrationId}/history?conversation=${id}`}
          aria-current={id === shownId ? 'true' : undefined}
          display="block"
          px="2.5"
          py="2.5"
          mb="0.5"
          borderRadius="sm"
          fontWeight="medium"
          color={id === shownId ? 'accent' : 'ink'}
          bg={id === shownId ? 'accent.wash' : 'transparent'}
          _hover={{ bg: 'accent.wash', textDecoration: 'none' }}
        >
          <Text as="span" fontSize="md" lineClamp={2} overflowWrap="anywhere">
            {title}
          </Text>
          <Text as="span" display="block" textStyle="small" fontWeight="normal" color="ink.2">
            {formatDay(last_message_at)} · {counted(message_count, 'message')}
          </Text>
        </Link>
      </li>
    ))}
  </Box>
)
