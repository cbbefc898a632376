import { chakra, Flex, Text, Textarea } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { RotateCcw, Square, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ConversationRef } from '../../machines/conversation/conversation.machine.ts'
import { selectEditedId } from '../../machines/conversation/conversation.selectors.ts'
import { QUESTION_MAX } from '../../services/contract/conversations.ts'
import { UpgradeOffer } from '../billing/upgrade-offer.tsx'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'

interface ComposerProps {
  actor: ConversationRef
  placeholder: string
  started: boolean
  onNew: () => void
  autoFocus: boolean
}

/** Enter asks, Shift+Enter begins a new line; while an answer arrives the button stops it. */
export function Composer({ actor, placeholder, started, onNew, autoFocus }: ComposerProps) {
  const draft = useSelector(actor, ({ context }) => context.draft)
  const error = useSelector(actor, (conversation) =>
    conversation.matches('resting') ? conversation.context.error : null,
  )
  const mayAsk = useSelector(actor, (conversation) => conversation.can({ type: 'question.submitted' }))
  const mayStop = useSelector(actor, (conversation) => conversation.can({ type: 'stop.requested' }))
  const mayRestart = useSelector(actor, (conversation) =>
    conversation.can({ type: 'conversation.restarted' }),
  )
  const editedId = useSelector(actor, selectEditedId)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (editedId !== null) field.current?.focus()
  }, [editedId])
  return (
    <Flex direction="column" gap="3" maxWidth="45rem">
      {editedId !== null && (
        <Flex align="center" justify="space-between" gap="3" textStyle="small" color="ink.2">
          <Text>You are changing your last question. Its answer is replaced.</Text>
          <Button variant="ghost" size="sm" onClick={() => actor.send({ type: 'editing.canceled' })}>
            <X aria-hidden />
            Keep it as it was
          </Button>
        </Flex>
      )}
      {error && (
        <Notice tone="error">
          {error}
          <UpgradeOffer text={error} />
        </Notice>
      )}
      <chakra.form
        display="flex"
        alignItems="flex-end"
        gap="3"
        border="1px solid"
        borderColor="control"
        borderRadius="xl"
        bg="raised"
        px="4"
        py="3"
        _focusWithin={{ borderColor: 'accent', boxShadow: '0 0 0 1px var(--l-colors-accent)' }}
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'question.submitted' })
        }}
      >
        <Textarea
          ref={field}
          aria-label="Your question"
          autoFocus={autoFocus}
          rows={1}
          value={draft}
          maxLength={QUESTION_MAX}
          placeholder={placeholder}
          border="0"
          bg="transparent"
          px="0"
          py="1.5"
          resize="none"
          maxHeight="12rem"
          _focusVisible={{ outline: 'none' }}
          css={{ fieldSizing: 'content' }}
          onChange={(event) => actor.send({ type: 'draft.changed', text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') actor.send({ type: 'editing.canceled' })
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            actor.send({ type: 'question.submitted' })
          }}
        />
        {started && editedId === null && (
          <Button variant="ghost" size="sm" disabled={!mayRestart} onClick={onNew}>
            <RotateCcw aria-hidden />
            New
          </Button>
        )}
        {mayStop ? (
          <Button size="sm" onClick={() => actor.send({ type: 'stop.requested' })}>
            <Square aria-hidden />
            Stop
          </Button>
        ) : (
          <Button type="submit" variant="primary" size="sm" disabled={!mayAsk}>
            {editedId === null ? 'Ask' : 'Ask again'}
          </Button>
        )}
      </chakra.form>
    </Flex>
  )
}
