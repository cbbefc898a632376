import { Flex, Heading, Text } from '@chakra-ui/react'
import type { Assistant } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { UNDER_TEXT } from './columns.ts'
import { Starters } from './starters.tsx'

export type AssistantShown = Pick<
  Assistant,
  'id' | 'name' | 'welcome_message' | 'starter_questions' | 'knowledge_base_ids'
>

interface InvitationProps {
  assistant: AssistantShown
  onAsk: (question: string) => void
}

/** Before the first question: the welcome, and suggested questions. */
export function Invitation({ assistant, onAsk }: InvitationProps) {
  const empty = assistant.knowledge_base_ids.length === 0
  return (
    <Flex direction="column" justify="center" gap="5" minHeight="full" py="10" css={UNDER_TEXT}>
      <Heading as="h1" textStyle="title" tabIndex={-1} outline="none" maxWidth="column">
        {assistant.name}
      </Heading>
      <Text textStyle="section" fontStyle="italic" color="ink.2" maxWidth="34rem">
        {empty
          ? t('This assistant has no knowledge base yet.')
          : assistant.welcome_message || t('Ask a question. Each answer cites its sources in the margin.')}
      </Text>
      {!empty && <Starters questions={assistant.starter_questions} onAsk={onAsk} />}
    </Flex>
  )
}
