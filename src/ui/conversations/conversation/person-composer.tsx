import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { HandoverRef } from '../../../machines/visitors/handover.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { QuestionField } from './question-field.tsx'

interface PersonComposerProps {
  /** A first name; empty if unknown. */
  person: string
  handover: HandoverRef
}

/** Messages go to the person who has taken over. */
export function PersonComposer({ person, handover }: PersonComposerProps) {
  const draft = useSelector(handover, ({ context }) => context.draft)
  const maySend = useSelector(handover, (snapshot) => snapshot.can({ type: 'message.submitted' }))
  const label = t('Message to {person, select, none {our team} other {{person}}}', {
    person: person || 'none',
  })
  return (
    <Flex direction="column" gap="2.5" maxWidth="45rem">
      <QuestionField
        text={draft}
        label={label}
        placeholder={`${label}…`}
        onChange={(text) => handover.send({ type: 'draft.changed', text })}
        onSubmit={() => handover.send({ type: 'message.submitted' })}
      >
        <Button type="submit" variant="primary" size="sm" disabled={!maySend}>
          {t('Send')}
        </Button>
      </QuestionField>
      <Text textStyle="small" color="ink.3">
        {t('A person is answering. The assistant is paused.')}
      </Text>
    </Flex>
  )
}
