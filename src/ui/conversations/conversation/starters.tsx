import { Flex } from '@chakra-ui/react'
import { Pressable } from '../../parts/button.tsx'

interface StartersProps {
  questions: readonly string[]
  onAsk: (question: string) => void
}

/** Suggested questions; a press asks one. */
export const Starters = ({ questions, onAsk }: StartersProps) =>
  questions.length > 0 && (
    <Flex as="ul" listStyleType="none" direction="column" gap="2" align="flex-start">
      {questions.map((question) => (
        <li key={question}>
          <Pressable
            type="button"
            border="1px solid"
            borderColor="rule.2"
            borderRadius="lg"
            bg="raised"
            px="4"
            py="2.5"
            overflowWrap="anywhere"
            _hover={{ bg: 'accent.wash', borderColor: 'accent' }}
            onClick={() => onAsk(question)}
          >
            {question}
          </Pressable>
        </li>
      ))}
    </Flex>
  )
