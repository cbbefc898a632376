import { Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import type { HandoverRef } from '../../../machines/visitors/handover.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import type { QuestionField } from './question-field.tsx'

/** The field for messages to the person who has taken over; null if no one has. One field keeps the focus. */
export function useMessageField(
  handover: HandoverRef | undefined,
): ComponentProps<typeof QuestionField> | null {
  const person = useSelector(handover, (shown) => shown?.context.view?.person ?? null)
  const draft = useSelector(handover, (shown) => shown?.context.draft ?? '')
  const maySend = useSelector(handover, (shown) => shown?.can({ type: 'message.submitted' }) ?? false)
  if (!handover || person === null) return null
  const label = t('Message to {person, select, none {our team} other {{person}}}', {
    person: person || 'none',
  })
  return {
    text: draft,
    label,
    placeholder: `${label}…`,
    onChange: (text) => handover.send({ type: 'draft.changed', text }),
    onSubmit: () => handover.send({ type: 'message.submitted' }),
    children: (
      <Button type="submit" variant="primary" size="sm" disabled={!maySend}>
        {t('Send')}
      </Button>
    ),
  }
}

export const PersonAnswers = () => (
  <Text textStyle="small" color="ink.3">
    {t('A person is answering. The assistant is paused.')}
  </Text>
)
