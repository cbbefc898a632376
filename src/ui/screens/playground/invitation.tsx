import { Flex, Heading, Text } from '@chakra-ui/react'
import { Starters } from '../../conversation/starters.tsx'
import type { Face } from './face.ts'

/** Before the first question: the welcome, and questions to begin with. */
export function Invitation({ face, onAsk }: { face: Face; onAsk: (question: string) => void }) {
  const empty = face.knowledge_base_ids.length === 0
  return (
    <Flex direction="column" justify="center" gap="5" minHeight="full" px={{ base: '5', md: '11' }} py="10">
      <Heading as="h1" textStyle="title" tabIndex={-1} outline="none" maxWidth="column">
        {face.name}
      </Heading>
      <Text textStyle="section" fontStyle="italic" color="ink.2" maxWidth="34rem">
        {empty
          ? 'This assistant has no knowledge base to answer from.'
          : face.welcome_message ||
            'Ask a question. The answer says where it is from, in the margin beside it.'}
      </Text>
      {!empty && <Starters questions={face.starter_questions} onAsk={onAsk} />}
    </Flex>
  )
}
